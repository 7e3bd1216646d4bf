import type { DeliveryStateName } from '@spindle/contract'
import { plannedByValues, type Read, type SqlValue } from '../../../platform/database/sql.ts'
import { isInState } from '../deliveries/delivery-state.ts'

/**
 * Conditions on a release `r` that the lists, the catalog and the summary share, so that a count of the summary or of an
 * outlet is the length of a list. The index `releases_attention` has the releases that may need attention or have errors,
 * `releases_unsent` those with unsubmitted changes, and `deliveries_state` the releases in a state at an outlet.
 */

const hasChanged = 'r.revision > greatest(r.submitted_revision, r.restored_revision)'
const editable = `(r.status in ('draft', 'changes_requested') or ${hasChanged})`
const out = `r.status in ('delivering', 'scheduled', 'delivery_failed', 'live')`

/** Outlets have an earlier version, or are getting it. */
export const hasUnsentChanges = `(${hasChanged} and ${out})`

/** The review or an outlet has answered. Drafts that only have findings come after them. */
export const isAnswered = `(r.status in ('changes_requested', 'rejected', 'delivery_failed')
  or ((r.delivery_failed > 0 or r.delivery_refused_tracks > 0) and ${out}))`

export const needsAttention = `((r.errors > 0 and ${editable}) or r.status in ('changes_requested', 'rejected', 'delivery_failed')
  or (r.delivery_failed > 0 and ${out}) or (r.delivery_refused_tracks > 0 and ${out}))`

/** Which releases by their deliveries, and by what there is to do. */
export interface StateFilters {
  readonly deliveredTo?: string | undefined
  readonly deliveryState?: DeliveryStateName | undefined
  readonly deliveryReason?: string | undefined
  readonly hasErrors?: boolean | undefined
  readonly hasUnsentChanges?: boolean | undefined
  readonly needsAttention?: boolean | undefined
}

/** The filters of a query that are about this. */
export const pickStates = ({
  deliveredTo,
  deliveryState,
  deliveryReason,
  hasErrors,
  hasUnsentChanges,
  needsAttention,
}: StateFilters): StateFilters => ({
  deliveredTo,
  deliveryState,
  deliveryReason,
  hasErrors,
  hasUnsentChanges,
  needsAttention,
})

type Bind = (value: SqlValue) => string

const flags = { hasErrors: 'r.errors > 0', hasUnsentChanges, needsAttention } as const

/** SQL of all that is set; `bind` returns the placeholder of a value. */
export const stateConditions = (filters: StateFilters, bind: Bind): readonly string[] => [
  ...deliveryConditions(filters, bind),
  ...(['hasErrors', 'hasUnsentChanges', 'needsAttention'] as const).flatMap((name) => {
    const wanted = filters[name]
    return wanted === undefined ? [] : [wanted ? flags[name] : `(${flags[name]}) is not true`]
  }),
]

/** One outlet can have every release, another one a few. */
export const planOf = ({ deliveredTo }: StateFilters = {}): Read | undefined =>
  deliveredTo === undefined ? undefined : plannedByValues

/** Outlet, state and reason are of one delivery. */
function deliveryConditions({ deliveredTo, deliveryState, deliveryReason }: StateFilters, bind: Bind): string[] {
  if (deliveredTo === undefined && deliveryReason === undefined)
    return deliveryState === undefined ? [] : [atAnyOutlet[deliveryState]]
  const parts = [
    ...(deliveredTo === undefined ? [] : [`outlet_id = ${bind(deliveredTo)}`]),
    ...(deliveryState === undefined ? [] : [isInState(deliveryState)]),
    ...(deliveryReason === undefined ? [] : [hasReason(bind(deliveryReason))]),
  ]
  return [`exists (select from deliveries where account_id = $1 and release_id = r.id and ${parts.join(' and ')})`]
}

// A failed delivery that is tried again is pending. The states are for the index.
const hasReason = (message: string): string =>
  `${isInState('failed', 'pending')} and status in ('failed', 'refused') and reason ->> 'message' = ${message}`

/** The row of a release has the numbers of its deliveries. */
const atAnyOutlet: Readonly<Record<DeliveryStateName, string>> = {
  live: 'r.delivery_live > 0',
  scheduled: 'r.delivery_scheduled > 0',
  pending: 'r.delivery_pending > 0',
  failed: 'r.delivery_failed > 0',
  taken_down: 'r.delivery_total > r.delivery_live + r.delivery_scheduled + r.delivery_pending + r.delivery_failed',
}
