import type { ReleaseStatus } from '@spindle/contract'

/**
 * Defines which status of a release may follow which, and who may cause it. The table is complete: any other change is
 * a state_conflict. Cloning is not in it, because it changes no status and is always possible.
 */

/** `deleted` is the end of a draft; it is not a status, because nothing remains to have one. */
export type ReleaseState = ReleaseStatus | 'deleted'

/** `writer`: a credential with music:write. `operator`: a reviewer. `system`: the hub, including automatic review. */
export type ActorRole = 'writer' | 'operator' | 'system'

export type Trigger =
  | 'edit'
  | 'delete'
  | 'submit'
  | 'withdraw'
  | 'claim'
  | 'request_changes'
  | 'reject'
  | 'approve'
  | 'start_delivery'
  | 'schedule'
  | 'go_live'
  | 'fail_delivery'
  | 'retry'
  | 'takedown'
  | 'takedown_some'
  | 'confirm_takedown'

export interface Transition {
  readonly from: ReleaseStatus
  readonly to: ReleaseState
  readonly trigger: Trigger
  readonly actors: readonly ActorRole[]
  /** The state instead of `to` for a release that was delivered before: it is offered again after its takedown. */
  readonly toIfDelivered?: ReleaseState
}

const row = (from: ReleaseStatus, trigger: Trigger, to: ReleaseState, ...actors: ActorRole[]): Transition => ({
  from,
  to,
  trigger,
  actors,
})

export const transitions: readonly Transition[] = [
  row('draft', 'edit', 'draft', 'writer'),
  row('draft', 'delete', 'deleted', 'writer'),
  // The system submits legacy assets, whose API has no submit.
  row('draft', 'submit', 'submitted', 'writer', 'system'),

  row('submitted', 'claim', 'in_review', 'operator', 'system'),
  // A release that is offered again is as it was before: down, with its codes.
  { ...row('submitted', 'withdraw', 'draft', 'writer'), toIfDelivered: 'taken_down' },
  { ...row('in_review', 'withdraw', 'draft', 'writer'), toIfDelivered: 'taken_down' },
  row('in_review', 'request_changes', 'changes_requested', 'operator'),
  { ...row('in_review', 'reject', 'rejected', 'operator'), toIfDelivered: 'taken_down' },
  row('in_review', 'approve', 'approved', 'operator', 'system'),

  row('changes_requested', 'edit', 'changes_requested', 'writer'),
  row('changes_requested', 'submit', 'submitted', 'writer'),

  row('approved', 'start_delivery', 'delivering', 'system'),
  row('delivering', 'go_live', 'live', 'system'),
  // Every outlet has it and waits for the release date.
  row('delivering', 'schedule', 'scheduled', 'system'),
  row('scheduled', 'go_live', 'live', 'system'),
  row('scheduled', 'fail_delivery', 'delivery_failed', 'system'),
  row('delivering', 'fail_delivery', 'delivery_failed', 'system'),
  // An outlet withdraws its answer, and no other has the release.
  row('live', 'fail_delivery', 'delivery_failed', 'system'),
  // An outlet that had refused it accepts it after all.
  row('delivery_failed', 'schedule', 'scheduled', 'system'),
  row('delivery_failed', 'go_live', 'live', 'system'),
  row('delivery_failed', 'retry', 'delivering', 'writer', 'operator'),
  // What an outlet refused is fixed and submitted again.
  row('delivery_failed', 'edit', 'delivery_failed', 'writer'),
  row('delivery_failed', 'submit', 'delivering', 'writer'),

  // Edits of a delivered release become a pending revision; submitting delivers it. The status is that of the previous
  // revision.
  row('delivering', 'edit', 'delivering', 'writer'),
  row('delivering', 'submit', 'delivering', 'writer'),
  row('scheduled', 'edit', 'scheduled', 'writer'),
  row('scheduled', 'submit', 'delivering', 'writer'),
  // A delivery that is retried is on its way again.
  row('scheduled', 'retry', 'delivering', 'writer', 'operator'),
  row('live', 'edit', 'live', 'writer'),
  row('live', 'submit', 'live', 'writer'),

  // Before the first delivery a takedown sends nothing; each outlet confirms immediately.
  row('approved', 'takedown', 'takedown_pending', 'writer', 'operator'),
  // The system takes down a release that the last outlet has lost, if no other will get it.
  row('delivering', 'takedown', 'takedown_pending', 'writer', 'operator', 'system'),
  row('scheduled', 'takedown', 'takedown_pending', 'writer', 'operator', 'system'),
  row('delivery_failed', 'takedown', 'takedown_pending', 'writer', 'operator'),
  row('live', 'takedown', 'takedown_pending', 'writer', 'operator', 'system'),
  row('delivering', 'takedown_some', 'delivering', 'writer', 'operator'),
  row('scheduled', 'takedown_some', 'scheduled', 'writer', 'operator'),
  row('live', 'takedown_some', 'live', 'writer', 'operator'),
  row('takedown_pending', 'confirm_takedown', 'taken_down', 'system'),
  // An outlet that had confirmed reports a failure later.
  row('taken_down', 'takedown', 'takedown_pending', 'system'),

  // Offering it again keeps UPC and ISRCs, and with them the counts at the outlets. What a submission needs meanwhile can
  // be added before.
  row('taken_down', 'edit', 'taken_down', 'writer'),
  row('taken_down', 'submit', 'submitted', 'writer'),
]

/** What is allowed in a status, in the order of the table; with an actor, only what that actor may do. */
export const allowedTriggers = (status: ReleaseStatus, actor?: ActorRole): readonly Trigger[] =>
  transitions
    .filter(({ from, actors }) => from === status && (actor === undefined || actors.includes(actor)))
    .map(({ trigger }) => trigger)

/** The state after a trigger, or what would be allowed instead. */
export type TransitionResult = { readonly to: ReleaseState } | { readonly conflict: readonly Trigger[] }

export function transition(
  status: ReleaseStatus,
  trigger: Trigger,
  actor?: ActorRole,
  { wasDelivered = false }: { readonly wasDelivered?: boolean } = {},
): TransitionResult {
  const found = transitions.find(
    ({ from, trigger: on, actors }) =>
      from === status && on === trigger && (actor === undefined || actors.includes(actor)),
  )
  return found
    ? { to: (wasDelivered ? found.toIfDelivered : undefined) ?? found.to }
    : { conflict: allowedTriggers(status, actor) }
}
