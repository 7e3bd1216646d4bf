import type { PlayerTrack } from '../release/release.ts'
import { loudnessFactor } from './loudness.ts'
import { type TrackAudioState, trackAudio } from './track-audio.ts'

/** What is playing, for the page. */
export interface PlaybackState extends TrackAudioState {
  readonly tracks: readonly PlayerTrack[]
  /** The chosen track, also before it plays; undefined without tracks. */
  readonly track: PlayerTrack | undefined
  /** 0 to 1, as the listener set it. */
  readonly volume: number
  readonly isMuted: boolean
}

/** Plays a list of tracks by one audio element. */
export interface Playback {
  state(): PlaybackState
  /** New addresses and other tracks. A track that is not in it stops at once; one that stays plays on. */
  setTracks(tracks: readonly PlayerTrack[]): void
  /** Plays the chosen track, or another from its beginning. */
  play(trackId?: string): void
  pause(): void
  next(): void
  /** The track before; after three seconds, the beginning of this one. */
  previous(): void
  seek(seconds: number): void
  setVolume(volume: number): void
  setMuted(isMuted: boolean): void
  /** Undefined: tracks are as loud as their masters. */
  setTargetLufs(target: number | undefined): void
}

/** What happens during playback. */
export interface PlaybackNeeds {
  readonly audio: HTMLAudioElement
  /** Gets new addresses and calls `setTracks` before it resolves. */
  renew(): Promise<void>
  /** Something in `state()` changed. */
  onChange(): void
  /** A track starts from its beginning. The audio element still has the one before. */
  onBegin(track: PlayerTrack): void
  /** The chosen track was removed, or the last one ended, which `isOver` says. */
  onEnd(isOver: boolean): void
  onError(track: PlayerTrack, error: unknown): void
}

/** `previous` within this time is the track before. */
const restartsAfterSeconds = 3

// long: one closure holds the list, the chosen track and the volume
export function playback({ audio, renew, onChange, onBegin, onEnd, onError }: PlaybackNeeds): Playback {
  let tracks: readonly PlayerTrack[] = []
  let track: PlayerTrack | undefined
  let volume = 1
  let targetLufs: number | undefined

  const find = (trackId: string | undefined): PlayerTrack | undefined => tracks.find((one) => one.trackId === trackId)
  const nearby = (offset: number): PlayerTrack | undefined =>
    track && tracks[tracks.findIndex(({ trackId }) => trackId === track?.trackId) + offset]

  const player = trackAudio({
    audio,
    async renew(trackId) {
      await renew()
      return find(trackId)
    },
    onChange,
    onEnded() {
      const next = nearby(1)
      if (next) return begin(next)
      track = tracks[0]
      onEnd(true)
      player.stop()
    },
    onError: (error) => track && onError(track, error),
  })

  function applyVolume(): void {
    const factor = targetLufs === undefined ? 1 : loudnessFactor(track?.audio?.integratedLufs, targetLufs)
    audio.volume = volume * factor
  }

  function begin(one: PlayerTrack, seconds = 0): void {
    track = one
    onBegin(one)
    applyVolume()
    player.begin(one, seconds)
  }

  function state(): PlaybackState {
    const { durationSeconds, ...own } = player.state()
    const known = durationSeconds > 0 ? durationSeconds : (track?.durationMs ?? 0) / 1_000
    return { ...own, tracks, track, volume, isMuted: audio.muted, durationSeconds: known }
  }

  function changing<Values extends unknown[]>(act: (...values: Values) => void) {
    return (...values: Values): void => {
      act(...values)
      onChange()
    }
  }

  return {
    state,
    setTracks: changing((next) => {
      const before = track
      tracks = next
      track = find(before?.trackId) ?? next[0]
      if (before === undefined || track?.trackId !== before.trackId) {
        if (before) onEnd(false)
        return player.stop()
      }
      // The master was replaced: the rest of the old one must not be heard.
      if (track.audio?.sha256 !== before.audio?.sha256) player.replace(track)
    }),
    play: changing((trackId) => {
      const chosen = find(trackId)
      if (chosen) begin(chosen)
      else if (track && trackId === undefined && !player.resume()) begin(track, player.state().positionSeconds)
    }),
    pause: changing(player.pause),
    next: changing(() => {
      const following = nearby(1)
      if (following) begin(following)
    }),
    previous: changing(() => {
      const before = player.state().positionSeconds > restartsAfterSeconds ? track : (nearby(-1) ?? track)
      if (before) begin(before)
    }),
    seek: changing((seconds) => player.seek(Math.max(0, seconds))),
    setVolume: changing((next) => {
      volume = Math.min(1, Math.max(0, next))
      if (volume > 0) audio.muted = false
      applyVolume()
    }),
    setMuted: changing((isMuted) => {
      audio.muted = isMuted
    }),
    setTargetLufs(target) {
      targetLufs = target
      applyVolume()
    },
  }
}
