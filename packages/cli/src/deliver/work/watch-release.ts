import { setTimeout as sleep } from 'node:timers/promises'
import type { Release, ReleaseEvent } from '@spindle/client'
import { CommandError } from '../../errors.ts'
import { createEventReader, nextSteps } from '../../releases/watch.ts'
import type { Session } from './session.ts'

/** Follows a release until it is live, and tells what happens to it: its states, its outlets, their deliveries. */

const shortestPauseMs = 300
const longestPauseMs = 5_000

export type EventReader = () => Promise<readonly ReleaseEvent[]>

/** Made before the submission, so that nothing of it is missed. */
export async function beginWatching({ client, signal }: Session, releaseId: string): Promise<EventReader> {
  const takeNew = createEventReader(client.releases, releaseId, signal)
  await takeNew()
  return takeNew
}

export async function watchUntilLive(session: Session, releaseId: string, takeNew: EventReader): Promise<Release> {
  const { client, signal } = session
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const release = await client.releases.retrieve(releaseId, { signal })
    // Read after the state: what led to it is among them.
    for (const event of await takeNew()) tell(session, event)
    if (release.status === 'live') return release
    if (release.status in nextSteps)
      throw new CommandError(`The release is ${release.status} and will not be live by itself`, {
        code: 'wait_dead_end',
        fix: nextSteps[release.status],
      })
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function tell({ emit }: Session, { type, at, from, to, reason, data }: ReleaseEvent): void {
  const outlet = typeof data.outlet === 'string' ? data.outlet : undefined
  const change = to === null || to === from ? type.replaceAll('_', ' ').replace('.', ' ') : to
  emit({
    type: 'status',
    at,
    text: [outlet, change, reason].filter((word) => word !== undefined && word !== null).join(': '),
  })
}
