import type { CountedPlay } from '../plays/play-counter.ts'
import type { PlayerRelease, PlayerTrack } from '../release/release.ts'

/** The `detail` of the events of `<spindle-player>`. They bubble. */
export interface PlayerEvents {
  /** The release was loaded, or loaded again. */
  readonly releasechange: { readonly release: PlayerRelease }
  /** A track starts from its beginning. */
  readonly trackchange: { readonly track: PlayerTrack }
  /** It plays, or is paused. */
  readonly playbackchange: { readonly isPlaying: boolean }
  /** The last track ended. */
  readonly releaseend: { readonly release: PlayerRelease }
  /** A play that counts is over and is sent to `plays`. */
  readonly playcounted: { readonly play: CountedPlay }
  /** The release could not be loaded, or a track could not be played. */
  readonly playerror: { readonly trackId: string | undefined; readonly error: unknown }
  /** Tracks that may not be played any more: they have stopped. */
  readonly takedown: { readonly trackIds: readonly string[] }
}

/** Sends an event of the player to the page. */
export type Emit = <Name extends keyof PlayerEvents>(name: Name, detail: PlayerEvents[Name]) => void

/** Events of this element. They bubble. */
export const emitFrom =
  (host: EventTarget): Emit =>
  (name, detail) =>
    void host.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }))
