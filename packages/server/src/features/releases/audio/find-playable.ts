import type { ReleaseEvent } from '@spindle/contract'

/**
 * Whether listeners could have heard what outlets have of a release. Known from the history: what an outlet was sent, what
 * it answered, and the dates of what it was sent. Pure.
 */

/** One event between the hub and an outlet, about a revision of the release. */
export interface OutletEvent {
  readonly type: ReleaseEvent['type']
  readonly at: Date
  readonly outletId: string
  readonly revision: number
  /** When this revision may be played; null: as soon as an outlet has it. */
  readonly availableAt: Date | null
}

export interface PlayableSince {
  readonly at: Date
  /** The outlet that reported it; null: the date had come. */
  readonly outletId: string | null
}

/** The first known moment; undefined if no outlet could have played it until `now`. */
export function findPlayableSince(
  events: readonly OutletEvent[],
  /** Of the revision that outlets were given last. */
  delivered: Pick<OutletEvent, 'availableAt'>,
  now: Date,
): PlayableSince | undefined {
  const live = events.find(({ type }) => type === 'delivery.live')
  if (live) return { at: live.at, outletId: live.outletId }
  if (delivered.availableAt === null || delivered.availableAt <= now)
    return { at: delivered.availableAt ?? now, outletId: null }
  const early = events.find((event) => event.availableAt === null || event.availableAt <= endOf(event, events, now))
  return early && { at: early.availableAt ?? early.at, outletId: null }
}

/** When the outlet no longer had this revision: it acknowledged a newer one, or a takedown. */
function endOf({ at, outletId, revision }: OutletEvent, events: readonly OutletEvent[], now: Date): Date {
  const end = events.find(
    (later) =>
      later.outletId === outletId &&
      ((later.type === 'delivery.acknowledged' && later.revision > revision) ||
        (later.type === 'delivery.taken_down' && later.at >= at)),
  )
  return end?.at ?? now
}
