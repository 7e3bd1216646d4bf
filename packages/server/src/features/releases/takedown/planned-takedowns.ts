import { AppError, availableAt } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import { workThrough } from '../../../platform/jobs/work-through.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { type ReleaseDeliveries, requireKnown, type Takedown } from '../deliveries/change-deliveries.ts'
import { findDeliveries } from '../deliveries/delivery-queries.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { type ChangeRelease, type ReleaseChange, recordEvent, roleOf, stateConflict } from '../status/change-release.ts'
import { allowedTriggers } from '../status/state-machine.ts'
import {
  type DueTakedown,
  findDueTakedowns,
  lockDuePlanned,
  removePlanned,
  savePlanned,
} from './planned-takedown-queries.ts'

/**
 * Takedowns on a later day. The plan is in the row of the release, so it does not depend on a process; a job looks each
 * minute for due plans and takes the releases down in the name of the person who planned it.
 */

export interface TakedownOn extends Takedown {
  /** A date of the calendar: the day begins in the time zone of the release, else in UTC, like its release date. */
  readonly on: string
}

type Planned = Pick<ReleaseRecord, 'plannedTakedown'>

/** Replaces an earlier plan. Throws `state_conflict`, `validation_failed`. */
export async function planTakedown(
  clock: Clock,
  change: ReleaseChange,
  release: Pick<ReleaseRecord, 'document' | 'plannedTakedown'>,
  { on, outlets, reason }: TakedownOn,
): Promise<Date> {
  const { actor, state } = change
  const allowed = allowedTriggers(state.status, roleOf(actor))
  if (!allowed.includes('takedown')) throw stateConflict(state.status, allowed)
  requireOwnPlan(change, release)
  requireKnown(await findDeliveries(change.trx, change.releaseId), outlets)
  const at = availableAt({ ...release.document, releaseDate: on, releaseTime: '00:00' })
  if (!at || at.getTime() <= clock.now()) throw notToCome(on)
  await savePlanned(change.trx, change.releaseId, { plan: { on, outlets: outlets ?? null, reason, actor }, at })
  recordEvent(change, { type: 'release.takedown_planned', reason, data: { on, ...(outlets && { outlets }) } })
  return at
}

function notToCome(on: string): AppError {
  const detail = `${on} is not a future date.`
  const fix = 'Use a future date. Omit the date to take the release down now.'
  return new AppError('validation_failed', { detail, errors: [{ pointer: '/on', code: 'not_to_come', detail, fix }] })
}

export async function cancelTakedown(change: ReleaseChange, release: Planned): Promise<void> {
  requireOwnPlan(change, release)
  if (!(await removePlanned(change.trx, change.releaseId)))
    throw stateConflict(change.state.status, [], 'No takedown of this release is planned.')
  recordEvent(change, { type: 'release.takedown_cancelled' })
}

/** An account can neither postpone nor cancel the operator's plan. */
function requireOwnPlan({ actor, state }: ReleaseChange, { plannedTakedown: plan }: Planned): void {
  if (plan?.actor.type !== 'operator' || actor.type === 'operator') return
  throw stateConflict(
    state.status,
    [],
    `The hub operator has planned a takedown for ${plan.on}. Ask the operator to cancel it.`,
  )
}

interface JobOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly change: ChangeRelease
  readonly deliveries: Pick<ReleaseDeliveries, 'takeDown'>
}

const dueJob = defineJob<Record<string, never>>('carryOutTakedowns')
/** Half of the time until the next run. */
const budgetMs = 30_000

export const plannedTakedownJob = (options: JobOptions): JobHandler =>
  jobHandler({
    job: dueJob,
    cron: '* * * * *',
    lane: 'upkeep',
    handle: () =>
      workThrough<DueTakedown>({
        budgetMs,
        list: (after) => findDueTakedowns(options.database, { now: new Date(options.clock.now()), after }),
        handle: (due) =>
          carryOut(options, due).catch((error: unknown) =>
            options.log.warn('takedown.step_failed', { releaseId: due.releaseId, error }),
          ),
      }),
  })

const carryOut = ({ database, clock, change, deliveries }: JobOptions, { accountId, releaseId }: DueTakedown) =>
  database.tenantTransaction(accountId, async (trx) => {
    const plan = await lockDuePlanned(trx, releaseId, new Date(clock.now()))
    if (!plan) return
    const { outlets, reason, actor } = plan
    await change({ trx, actor }, releaseId, async (begun) => {
      await removePlanned(trx, releaseId)
      try {
        await deliveries.takeDown(begun, { outlets: outlets ?? undefined, reason })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error
        recordEvent(begun, {
          type: 'release.takedown_cancelled',
          reason: 'The release was already down on the planned date.',
        })
      }
    })
  })
