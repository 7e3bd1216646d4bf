import { AppError, errors } from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import { JobLostError } from '../../platform/database/job-commits/held-job.ts'
import type { Database, TenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { AccountStates, Quotas } from '../accounts/index.ts'
import type { ActionResult, Releases } from '../releases/index.ts'
import { bulkTurn, enqueueTurn } from './bulk-job.ts'
import { findTurn, lockRunning, type Turn } from './bulk-queries.ts'
import {
  countFailure,
  isWaiting,
  listWaiting,
  type Outcome,
  recordOutcome,
  type WaitingTarget,
} from './outcome-queries.ts'
import { toAction } from './to-action.ts'

/**
 * Each release is done in one transaction with its outcome, so nothing is done twice, wherever the hub is killed. The
 * transaction holds the job, so a pause or the end of the job comes between two releases.
 */

export interface TurnOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly quotas: Pick<Quotas, 'requireQuotaRoughly'>
  readonly releases: Pick<Releases, 'actions'>
  readonly isSuspended: AccountStates['isSuspended']
}

/** A turn ends after this many releases or this time: other accounts wait for their turn. */
const releasesPerTurn = 20
const turnMs = 1_000
/** After so many failures of the hub with one release, the others continue. */
const maxFailures = 3

export const takeTurn =
  (options: TurnOptions) =>
  async ({ accountId }: { readonly accountId: AccountId }): Promise<void> => {
    const { database, jobs, isSuspended } = options
    // Its jobs wait until it is resumed.
    if (await isSuspended(accountId)) return
    const tenant = database.tenant(accountId)
    const turn = await findTurn(tenant)
    if (!turn) return
    const endMs = performance.now() + turnMs
    for (const target of await listWaiting(tenant, turn.id, releasesPerTurn)) {
      const isRunning = await doRelease(options, { accountId, turn, target })
      if (!isRunning || performance.now() > endMs) break
    }
    if (await findTurn(tenant)) await database.transaction((trx) => enqueueTurn(jobs, trx, accountId))
  }

interface Step {
  readonly accountId: AccountId
  readonly turn: Turn
  readonly target: WaitingTarget
}

/** False if the job does not run any more. */
async function doRelease(options: TurnOptions, step: Step): Promise<boolean> {
  try {
    return await inJob(options, step, async (trx) => {
      const result = await runAction(options, trx, step)
      if (step.turn.dryRun) throw new DryRunEnd(result)
      return result
    })
  } catch (error) {
    const outcome = error instanceof DryRunEnd ? error.outcome : await explainFailure(options, step, error)
    return inJob(options, step, async () => outcome)
  }
}

/** Rolls the transaction of a dry run back. */
class DryRunEnd extends Error {
  readonly outcome: Outcome
  constructor({ before: _before, ...outcome }: Outcome) {
    super('The dry run of this release has ended')
    this.name = 'DryRunEnd'
    this.outcome = outcome
  }
}

const inJob = (
  { database, clock }: TurnOptions,
  { accountId, turn: { id: bulkId }, target: { position } }: Step,
  work: (trx: TenantTransaction) => Promise<Outcome>,
): Promise<boolean> =>
  database.tenantTransaction(accountId, async (trx) => {
    if (!(await lockRunning(trx, bulkId))) return false
    if (!(await isWaiting(trx, bulkId, position))) return true
    const outcome = await work(trx)
    await recordOutcome(trx, { ...outcome, bulkId, position, at: new Date(clock.now()) })
    return true
  })

async function runAction(
  { releases, quotas }: TurnOptions,
  trx: TenantTransaction,
  { turn, target }: Step,
): Promise<Outcome> {
  const caller = { trx, actor: turn.actor }
  const result = await releases.actions.run(caller, target.releaseId, toAction(turn, target), target.expected)
  if (result.before !== undefined)
    await quotas.requireQuotaRoughly(trx, { documentBytes: Buffer.byteLength(JSON.stringify(result.before)) })
  return toOutcome(result)
}

function toOutcome({ isChanged, revision, before, refusal }: ActionResult): Outcome {
  if (refusal) return explainRefusal(refusal)
  return { outcome: isChanged ? 'done' : 'unchanged', revision, before }
}

/** Refusals of the single operation are outcomes. Throws if the release is to be tried again. */
async function explainFailure({ database, log }: TurnOptions, step: Step, error: unknown): Promise<Outcome> {
  if (error instanceof JobLostError) throw error
  if (error instanceof AppError) {
    if (errors[error.code].status >= 500) throw error
    return explainRefusal(error)
  }
  const failures = await countFailure(database.tenant(step.accountId), step.turn.id, step.target.position)
  if (failures < maxFailures) throw error
  log.warn('jobs.attempt_failed', { job: bulkTurn.name, error })
  return explainRefusal(new AppError('internal_error'))
}

/** How many fields and findings an outcome keeps. */
const keptErrors = 100

const explainRefusal = ({ code, message, options }: AppError): Outcome => ({
  outcome: 'refused',
  code,
  detail: message.slice(0, 4000),
  errors: options.errors?.slice(0, keptErrors),
})
