import type { ReleaseEvent, ReleaseStatus } from '@spindle/contract'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import { sha256 } from '../../../platform/values/sha256.ts'
import type { Actor } from '../model/actor.ts'

/**
 * The chain of events: every event has the digest of the previous one, so that changed or missing events are detected.
 * Anyone who reads the events can compute the digests again.
 */

export interface NewEvent {
  readonly type: ReleaseEvent['type']
  readonly revision: number
  readonly from: ReleaseStatus | null
  readonly to: ReleaseStatus | null
  readonly actor: Actor
  readonly reason: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** The digest of an event: of everything in it except the digest itself. */
export const eventDigest = (event: Omit<ReleaseEvent, 'sha256'>): Buffer => sha256(canonicalJson(event))

/** Gives new events their ids, time and digests, each with that of the previous one. */
export function chainEvents(
  events: readonly NewEvent[],
  head: Buffer | null,
  make: { readonly id: () => `evt_${string}`; readonly at: string },
): ReleaseEvent[] {
  let previous = head?.toString('hex') ?? null
  // Ids of one millisecond are not ordered; these are, so that lists by id have the order of the events.
  const ids = events.map(() => make.id()).sort()
  return events.map((event, index) => {
    // Only what JSON can express is stored, so only that is digested.
    const data = JSON.parse(JSON.stringify(event.data)) as ReleaseEvent['data']
    const content = { id: ids[index] ?? make.id(), at: make.at, ...event, data, previousSha256: previous }
    const sha256 = eventDigest(content).toString('hex')
    previous = sha256
    return { ...content, sha256 }
  })
}

/** The digest for the next event. */
export const chainHead = (events: readonly ReleaseEvent[], before: Buffer | null): Buffer | null => {
  const last = events.at(-1)
  return last === undefined ? before : Buffer.from(last.sha256, 'hex')
}

export interface Moment {
  readonly ids: Ids
  readonly at: Date
}

export const eventMaker = ({ ids, at }: Moment) => ({ id: () => ids.make('evt'), at: at.toISOString() })

type FirstEvent = Pick<NewEvent, 'type' | 'actor' | 'data'> & Partial<Pick<NewEvent, 'to' | 'reason'>>

/** The first events of a new release. */
export const beginEventChain = (events: readonly FirstEvent[], moment: Moment): readonly ReleaseEvent[] =>
  chainEvents(
    events.map((event) => ({ to: null, reason: null, ...event, revision: 1, from: null })),
    null,
    eventMaker(moment),
  )
