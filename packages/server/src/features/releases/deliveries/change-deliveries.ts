import { AppError, type ReleaseStatus } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { OutletsFeature } from '../../outlets/index.ts'
import { isWithOutlets } from '../model/release-record.ts'
import {
  applyTrigger,
  type EventDetails,
  type ReleaseChange,
  recordEvent,
  stateConflict,
} from '../status/change-release.ts'
import { allowedTriggers } from '../status/state-machine.ts'
import { type DeliveryRecord, findDeliveries, saveDeliveries } from './delivery-queries.ts'
import { deriveStatus } from './derive-status.ts'
import { markLive } from './live-on.ts'
import { isDown, planDeliveries, redeliver, takeDown } from './plan-deliveries.ts'

/** What a change of a release means for its deliveries. Jobs do the actual work, one for each delivery. */
export interface ReleaseDeliveries {
  /** Whether any of the outlets was never given the release. */
  hasNewOutlet(change: ReleaseChange, outlets: StartedSubmission['outlets']): Promise<boolean>
  /** Makes or renews the deliveries of a revision. */
  start(change: ReleaseChange, submission: StartedSubmission): Promise<void>
  /** What the operator takes down is held: only the operator can release it. */
  takeDown(change: ReleaseChange, request: Takedown): Promise<void>
  retry(change: ReleaseChange, deliveryId: string): Promise<void>
  /** All that failed or were refused, at one outlet or at all. False if there are none. */
  retryFailed(change: ReleaseChange, outletId: string | undefined): Promise<boolean>
  /** At outlets where only a person can confirm it. Throws `state_conflict`, `validation_failed`. */
  markLive(change: ReleaseChange, outlets: readonly string[]): Promise<void>
  /** Whether the operator took the release down at an outlet. */
  isHeld(change: ReleaseChange): Promise<boolean>
  /** Restores the release at outlets where the operator took it down: at those that are named, or at all of them. */
  reinstate(change: ReleaseChange, outlets: Takedown['outlets']): Promise<void>
}

export interface StartedSubmission {
  readonly revision: number
  /** Ids of outlets; null or undefined means all. */
  readonly outlets: readonly string[] | null | undefined
  readonly isReinstated: boolean
}

export interface Takedown {
  readonly outlets: readonly string[] | undefined
  readonly reason: string
}

export interface DeliveryWork {
  readonly accountId: string
  readonly deliveryId: string
}
export const deliveryJob = defineJob<DeliveryWork>('advanceDelivery')
/** To outlets that take minutes: no other delivery waits for them, and each of them receives one at a time. */
export const slowDeliveryJob = defineJob<DeliveryWork>('advanceSlowDelivery')
/** The same for programs of the operator, which may hang. */
export const programDeliveryJob = defineJob<DeliveryWork>('advanceProgramDelivery')

export interface DeliveriesOptions {
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
}

type Queue = Pick<DeliveriesOptions, 'jobs'> & { readonly outlets: Pick<OutletsFeature, 'adapterOf'> }

/** Messages to one slow outlet are sent one after the other. */
export const outletQueueOf = (outletId: string): string => `outlet:${outletId}`

/** At most one waiting job for a delivery: a newer one takes its place. Takedowns come first. */
export function enqueueDelivery(
  { jobs, outlets }: Queue,
  { trx }: { readonly trx: TenantTransaction },
  { id, outletId, outletKind, status }: DeliveryRecord,
  runAt?: Date,
): Promise<void> {
  const adapter = outlets.adapterOf(outletKind)
  const isSlow = adapter?.isSlow === true
  const slowJob = adapter?.lane === 'programs' ? programDeliveryJob : slowDeliveryJob
  return jobs.enqueue(
    trx.transaction,
    isSlow ? slowJob : deliveryJob,
    { accountId: trx.accountId, deliveryId: id },
    {
      key: `delivery:${id}`,
      runAt,
      maxAttempts: 5,
      priority: isDown({ status }) ? -1 : 0,
      queue: isSlow ? outletQueueOf(outletId) : undefined,
    },
  )
}

// long: one short method for each change of the deliveries of a release
export function releaseDeliveries({ outlets, jobs, clock, ids }: DeliveriesOptions): ReleaseDeliveries {
  const save = async (change: ReleaseChange, all: readonly DeliveryRecord[], changed: readonly DeliveryRecord[]) => {
    await saveDeliveries(change.trx, changed)
    deriveStatus(change, merge(all, changed), new Date(clock.now()))
    for (const delivery of changed)
      if (delivery.status === 'queued' || delivery.status === 'takedown_queued')
        await enqueueDelivery({ jobs, outlets }, change, delivery)
  }

  const targetsOf = (named: StartedSubmission['outlets']) =>
    outlets.list().filter(({ id }) => named?.includes(id) ?? true)

  return {
    async hasNewOutlet(change, named) {
      const known = new Set((await findDeliveries(change.trx, change.releaseId)).map(({ outletId }) => outletId))
      return targetsOf(named).some(({ id }) => !known.has(id))
    },

    async start(change, { revision, outlets: named, isReinstated }) {
      const all = await findDeliveries(change.trx, change.releaseId)
      const targets = targetsOf(named)
      const submission = { releaseId: change.releaseId, revision, existing: all, targets, named, isReinstated }
      const make = { id: () => ids.make('dlv'), at: new Date(clock.now()) }
      await save(change, all, planDeliveries(submission, make))
    },

    async takeDown(change, { outlets: named, reason }) {
      const all = await findDeliveries(change.trx, change.releaseId)
      requireKnown(all, named)
      const up = all.filter((delivery) => !isDown(delivery))
      const chosen = up.filter(({ outletId }) => named?.includes(outletId) ?? true)
      const isPartial = chosen.length < up.length
      if (isPartial && chosen.length === 0) throw stateConflict(change.state.status, [], alreadyDown)
      const details: EventDetails = { reason, data: { outlets: chosen.map(({ outletId }) => outletId) } }
      applyTrigger(change, isPartial ? 'takedown_some' : 'takedown', details)
      const isHeld = change.actor.type === 'operator'
      await save(
        change,
        all,
        chosen.map((delivery) => ({ ...takeDown(delivery), isHeld })),
      )
    },

    async retry(change, deliveryId) {
      const all = await findDeliveries(change.trx, change.releaseId)
      const delivery = all.find(({ id }) => id === deliveryId)
      if (!delivery) throw new AppError('delivery_not_found')
      requireRetryable(change, delivery)
      await save(change, all, [deliverAgain(change, delivery)])
    },

    async retryFailed(change, outletId) {
      const all = await findDeliveries(change.trx, change.releaseId)
      const failed = all.filter((delivery) => hasFailed(delivery, outletId))
      for (const delivery of failed) requireRetryable(change, delivery)
      const again = failed.map((delivery) => deliverAgain(change, delivery))
      if (again.length > 0) await save(change, all, again)
      return failed.length > 0
    },

    async markLive(change, named) {
      const all = await findDeliveries(change.trx, change.releaseId)
      requireKnown(all, named)
      const chosen = all.filter(({ outletId }) => named.includes(outletId))
      await save(change, all, await markLive(outlets, change, { chosen, at: new Date(clock.now()) }))
    },

    isHeld: async (change) => (await findDeliveries(change.trx, change.releaseId)).some(({ isHeld }) => isHeld),

    async reinstate(change, named) {
      const { status } = change.state
      if (!isWithOutlets(status))
        throw stateConflict(
          status,
          [],
          `The release is ${status}. Its account must submit it again, and you must approve it.`,
        )
      const all = await findDeliveries(change.trx, change.releaseId)
      const down = listRestorable(status, all, named)
      await save(
        change,
        all,
        down.map((delivery) => deliverAgain(change, delivery)),
      )
    },
  }
}

const alreadyDown = 'The release is already down, or being taken down, at these outlets.'

const merge = (all: readonly DeliveryRecord[], changed: readonly DeliveryRecord[]): DeliveryRecord[] => [
  ...all.map((delivery) => changed.find(({ id }) => id === delivery.id) ?? delivery),
  ...changed.filter(({ id }) => !all.some((delivery) => delivery.id === id)),
]

/** What the operator has taken down, at the named outlets. Throws `state_conflict` if there is nothing. */
function listRestorable(
  status: ReleaseStatus,
  all: readonly DeliveryRecord[],
  named: readonly string[] | undefined,
): readonly DeliveryRecord[] {
  requireKnown(all, named)
  const down = all.filter(
    ({ isHeld, outletId, status }) => isHeld && status === 'taken_down' && (named?.includes(outletId) ?? true),
  )
  if (down.length === 0) throw stateConflict(status, [], 'The operator has not taken the release down at any outlet.')
  return down
}

/** A restored outlet gets the latest submission, not what it had then. */
const latestOf = ({ state }: ReleaseChange, delivery: DeliveryRecord): number =>
  state.submittedRevision ?? delivery.wantedRevision

function deliverAgain(change: ReleaseChange, delivery: DeliveryRecord): DeliveryRecord {
  const { id: deliveryId, outletId } = delivery
  if (change.state.status === 'delivery_failed' || change.state.status === 'scheduled')
    applyTrigger(change, 'retry', { data: { deliveryId } })
  else recordEvent(change, { type: 'delivery.retried', data: { deliveryId, outletId } })
  return redeliver({ ...delivery, wantedRevision: latestOf(change, delivery) })
}

const hasFailed = ({ status, outletId }: DeliveryRecord, at: string | undefined): boolean =>
  (status === 'failed' || status === 'refused') && (at === undefined || outletId === at)

const retryable = ['failed', 'refused', 'taken_down']

function requireRetryable({ state: { status } }: ReleaseChange, delivery: DeliveryRecord): void {
  if (!isWithOutlets(status)) throw stateConflict(status, allowedTriggers(status, 'writer'))
  if (!retryable.includes(delivery.status))
    throw stateConflict(
      status,
      allowedTriggers(status, 'writer'),
      `The delivery is ${delivery.status}; only a delivery that is failed, refused or taken_down can be retried.`,
    )
  if (delivery.isHeld)
    throw stateConflict(
      status,
      allowedTriggers(status, 'writer').filter((trigger) => trigger !== 'retry'),
      'The hub operator took the release down at this outlet. Ask the operator to reinstate it.',
    )
}

/** Throws `validation_failed` for an outlet that was never given the release. */
export function requireKnown(all: readonly DeliveryRecord[], named: readonly string[] | undefined): void {
  const unknown = (named ?? []).flatMap((id, index) =>
    all.some(({ outletId }) => outletId === id)
      ? []
      : [
          {
            pointer: `/outlets/${index}`,
            code: 'outlet_unknown',
            detail: 'The release was not delivered to this outlet.',
            fix: 'Use outlet ids from the deliveries of the release.',
          },
        ],
  )
  if (unknown.length > 0) throw new AppError('validation_failed', { errors: unknown })
}
