import { setTimeout as sleep } from 'node:timers/promises'
import type { Release, ReleaseEvent } from '@spindle/client'
import { eventReader, nextSteps } from '../../commands/releases/watch-release.ts'
import { CommandError } from '../../errors/command-error.ts'
import type { DeliverEvent } from '../deliver-events.ts'
import type { DeliverSession } from './deliver-session.ts'

/** Follows a release until it is live, and tells what happens to it: its states, its outlets, their deliveries. */

const shortestPauseMs = 300
const longestPauseMs = 5_000

export interface Watch {
  readonly takeNew: () => Promise<readonly ReleaseEvent[]>
  readonly outletNames: ReadonlyMap<string, string>
}

/** Made before the submission, so that nothing of it is missed. */
export async function beginWatching({ client, signal }: DeliverSession, releaseId: string): Promise<Watch> {
  const { data: outlets } = await client.outlets.list({ signal })
  const takeNew = eventReader(client.releases, releaseId, signal)
  await takeNew()
  return { takeNew, outletNames: new Map(outlets.map(({ id, name }) => [id, name])) }
}

export async function watchUntilLive(session: DeliverSession, releaseId: string, watch: Watch): Promise<Release> {
  const { client, signal } = session
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const release = await client.releases.get(releaseId, { signal })
    // Read after the state: what led to it is among them.
    for (const event of await watch.takeNew()) session.emit(statusOf(event, watch))
    if (release.status === 'live') return release
    if (release.status in nextSteps)
      throw new CommandError(`The release is ${release.status} and does not become live by itself`, {
        code: 'wait_dead_end',
        fix: nextSteps[release.status],
      })
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function statusOf({ type, at, from, to, reason, data }: ReleaseEvent, { outletNames }: Watch): DeliverEvent {
  const outlet = typeof data.outletId === 'string' ? (outletNames.get(data.outletId) ?? data.outletId) : undefined
  const change = to === null || to === from ? type.replace('.', ' ') : to
  const words = [outlet, change.replaceAll('_', ' '), reason].filter((word) => word !== undefined && word !== null)
  return { type: 'status', at, text: words.join(': ') }
}
