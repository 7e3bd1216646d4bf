import type { PlayerRelease } from '../release/release.ts'
import { clearMediaSession, showInMediaSession, updateMediaSession } from './media-session.ts'
import type { Playback } from './playback.ts'

/** One player of a page is heard at a time, and has the media session. */
let heard: Playback | undefined

/** Pauses the player that was heard until now. */
export function takeTurn(own: Playback, release: PlayerRelease | undefined): void {
  if (heard !== own) heard?.pause()
  heard = own
  showTurn(own, release)
}

/** Another track of the player that is heard. */
export function showTurn(own: Playback, release: PlayerRelease | undefined): void {
  if (release && heard === own) showInMediaSession(release, own)
}

/** Its time or its state changed. */
export function updateTurn(own: Playback): void {
  if (heard === own) updateMediaSession(own)
}

/** The player was removed. */
export function endTurn(own: Playback): void {
  if (heard !== own) return
  heard = undefined
  clearMediaSession()
}
