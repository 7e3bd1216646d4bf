/** Every text of the player, for other languages. `{title}` and the like are filled in. */
export interface PlayerLabels {
  readonly player: string
  readonly play: string
  readonly pause: string
  readonly previous: string
  readonly next: string
  readonly position: string
  /** Of the position slider, for screen readers. */
  readonly positionText: string
  readonly mute: string
  readonly unmute: string
  readonly volume: string
  readonly tracks: string
  readonly playTrack: string
  readonly playing: string
  /** Cover of the release. */
  readonly cover: string
  readonly takenDown: string
  readonly trackTakenDown: string
  readonly trackFailed: string
  readonly loadFailed: string
}

/** The texts in English. */
export const englishLabels: PlayerLabels = {
  player: 'Player: {title}',
  play: 'Play',
  pause: 'Pause',
  previous: 'Previous track',
  next: 'Next track',
  position: 'Position',
  positionText: '{position} of {duration}',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  tracks: 'Tracks',
  playTrack: 'Play {title}',
  playing: 'Playing {title}',
  cover: 'Cover of {title}',
  takenDown: 'This release is not available any more.',
  trackTakenDown: 'This track is not available any more.',
  trackFailed: '{title} cannot be played now. Press Play to try again.',
  loadFailed: 'The music cannot be loaded now. Press Play to try again.',
}

/** Puts values in the places of a label: `Play {title}`. */
export const fillIn = (label: string, values: Readonly<Record<string, string>>): string =>
  label.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)

/** `3:07`, `1:02:45`. */
export function formatTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
