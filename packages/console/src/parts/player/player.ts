import { useSyncExternalStore } from 'react'

/**
 * The only player of the console: a single `<audio>` outside of every page, so that it keeps playing while the person
 * moves between pages, and two tracks never play at once. No React here but the hook at the end.
 */

/** Something that can be listened to. */
export interface Playable {
  /** Of the upload: the same audio is one thing wherever it is shown. */
  readonly id: string
  /** Where its bytes are. */
  readonly source: string
  readonly title: string
  readonly artist?: string | null | undefined
  /** Known before the first byte. */
  readonly durationMs?: number | null | undefined
}

export interface PlayerState {
  readonly playable: Playable | undefined
  readonly isPlaying: boolean
  /** Seconds. */
  readonly position: number
  readonly length: number
  readonly hasFailed: boolean
}

const nothing: PlayerState = { playable: undefined, isPlaying: false, position: 0, length: 0, hasFailed: false }

let state = nothing
let audio: HTMLAudioElement | undefined
const listeners = new Set<() => void>()

function change(part: Partial<PlayerState>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

/** Made with the first press: a page on which nothing is played loads nothing. */
function openAudio(): HTMLAudioElement {
  if (audio) return audio
  const made = new Audio()
  made.preload = 'metadata'
  made.addEventListener('play', () => change({ isPlaying: true }))
  made.addEventListener('pause', () => change({ isPlaying: false }))
  made.addEventListener('timeupdate', () => change({ position: made.currentTime }))
  made.addEventListener('seeking', () => change({ position: made.currentTime }))
  made.addEventListener('durationchange', () => Number.isFinite(made.duration) && change({ length: made.duration }))
  made.addEventListener('ended', () => change({ isPlaying: false, position: 0 }))
  made.addEventListener('error', () => state.playable && change({ isPlaying: false, hasFailed: true }))
  audio = made
  return made
}

function load(playable: Playable): HTMLAudioElement {
  const element = openAudio()
  if (state.playable?.id === playable.id && !state.hasFailed) return element
  change({ ...nothing, playable, length: (playable.durationMs ?? 0) / 1000 })
  element.src = playable.source
  return element
}

// Refused by the browser or interrupted by the next track: the events report the result.
const start = (element: HTMLAudioElement): void => void element.play().catch(() => {})

/** Plays it from its position, or stops it there. */
export function togglePlayable(playable: Playable): void {
  const element = load(playable)
  if (element.paused) start(element)
  else element.pause()
}

/** Seeks to a second of a track; a track other than the current one starts to play there. */
export function seekPlayable(playable: Playable, seconds: number): void {
  const isOther = state.playable?.id !== playable.id
  const element = load(playable)
  element.currentTime = Math.max(0, state.length > 0 ? Math.min(seconds, state.length) : seconds)
  change({ position: element.currentTime })
  if (isOther) start(element)
}

/** Stops, and takes the bar away. */
export function closePlayer(): void {
  audio?.pause()
  audio?.removeAttribute('src')
  change(nothing)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePlayer = (): PlayerState => useSyncExternalStore(subscribe, () => state)
