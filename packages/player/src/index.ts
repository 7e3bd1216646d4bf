import type { PlayerEvents } from './element/player-events.ts'
import { SpindlePlayer } from './element/spindle-player.ts'

/** Defines `<spindle-player>` when it is imported by a page. */

if (globalThis.customElements && !customElements.get('spindle-player'))
  customElements.define('spindle-player', SpindlePlayer)

declare global {
  interface HTMLElementTagNameMap {
    'spindle-player': SpindlePlayer
  }
  interface HTMLElementEventMap extends PlayerElementEvents {}
}

type PlayerElementEvents = { [Name in keyof PlayerEvents]: CustomEvent<PlayerEvents[Name]> }

export type { PlayerLabels } from './element/labels.ts'
export type { PlayerEvents } from './element/player-events.ts'
export { SpindlePlayer } from './element/spindle-player.ts'
export type { CountedPlay } from './plays/play-counter.ts'
export type { PlayerAddress, PlayerRelease, PlayerTrack } from './release/release.ts'
