import { type Screen, screenOf } from './screen-of.ts'
import '../../src/index.ts'
import { vi } from 'vitest'
import type { PlayerEvents, SpindlePlayer } from '../../src/index.ts'
import { type FakeAudio, fakeAudio } from './fake-audio.ts'

/** A `<spindle-player>` in a page, with a fake audio element, and what it told the page. */
export interface OpenedPlayer extends FakeAudio {
  readonly player: SpindlePlayer
  readonly screen: Screen
  /** Names of its events, in order. */
  readonly events: (keyof PlayerEvents)[]
}

const names: readonly (keyof PlayerEvents)[] = [
  ...(['releasechange', 'trackchange', 'releaseend'] as const),
  ...(['playcounted', 'playerror', 'takedown'] as const),
]

/** Waits until the release was loaded, if it can be. */
export async function openPlayer(attributes: Readonly<Record<string, string>> = {}): Promise<OpenedPlayer> {
  const player = document.createElement('spindle-player')
  const all = { src: '/releases/rel_1', plays: '/plays', events: '/events', ...attributes }
  for (const [name, value] of Object.entries(all)) player.setAttribute(name, value)
  const events: (keyof PlayerEvents)[] = []
  for (const name of names) player.addEventListener(name, () => events.push(name))
  document.body.append(player)
  const audio = player.shadowRoot?.querySelector('audio')
  if (!audio) throw new Error('The player has no audio element')
  const fake = fakeAudio(audio)
  await vi.advanceTimersByTimeAsync(0)
  return { ...fake, player, events, screen: screenOf(player) }
}
