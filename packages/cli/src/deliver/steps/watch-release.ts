import type { Release, ReleaseEvent } from '@spindle/client'
import { type EventReader, eventReader, followRelease } from '../../releases/follow-release.ts'
import type { ReleaseTarget } from '../../releases/next-steps.ts'
import { awayEvent, type DeliverEvent } from '../deliver-events.ts'
import type { DeliverSession } from './deliver-session.ts'

/** Follows the release of a folder, and reports what happens to it: its states, its outlets, their deliveries. */

/** Where the events were read up to, and what outlets are called. */
export interface Watch {
  readonly takeNew: EventReader
  readonly outletNames: ReadonlyMap<string, string>
}

/** How long to watch. */
export interface WatchOptions {
  readonly until: ReleaseTarget
  readonly timeoutMs: number | undefined
}

/** Made before the submission, so that no event is missed. */
export async function beginWatching({ client, signal, patiently }: DeliverSession, releaseId: string): Promise<Watch> {
  const { data: outlets } = await patiently(() => client.outlets.list({ signal }))
  const takeNew = eventReader(client.releases, releaseId, signal)
  await patiently(takeNew)
  return { takeNew, outletNames: new Map(outlets.map(({ id, name }) => [id, name])) }
}

/**
 * Answers the release when it has reached `until`. Fails with `wait_timeout` after `timeoutMs`; a hub that is away is
 * waited for.
 */
export const watchRelease = (
  { client, emit, signal }: DeliverSession,
  releaseId: string,
  watch: Watch,
  options: WatchOptions,
): Promise<Release> =>
  followRelease(client.releases, releaseId, watch.takeNew, {
    ...options,
    signal,
    onEvent: (event) => emit(statusEvent(event, watch)),
    onAway: (error) => emit(awayEvent(error)),
  })

function statusEvent({ type, at, from, to, reason, data }: ReleaseEvent, { outletNames }: Watch): DeliverEvent {
  const outlet = typeof data.outletId === 'string' ? (outletNames.get(data.outletId) ?? data.outletId) : undefined
  const change = to === null || to === from ? type.replace('.', ' ') : to
  const words = [outlet, change.replaceAll('_', ' '), reason].filter((word) => word !== undefined && word !== null)
  return { type: 'status', at, text: words.join(': ') }
}
