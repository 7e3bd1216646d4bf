import { AppError } from '@spindle/contract'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../logging/log.ts'
import { withTimeout } from '../connections/unanswered.ts'
import type { PostgresDatabase } from '../postgres.ts'
import type { Sql, Tenant } from '../sql.ts'

/**
 * Reads that a standby may answer, with answers that say how current they are; never reads that decide something. If
 * the standby is away, behind or of another database, the primary answers instead.
 */
export interface StandbyReads {
  /**
   * The data of the same account for one request. Once it has read from the primary it keeps doing so: an answer must
   * not go back in time.
   */
  of(primary: Tenant): Tenant
}

type Database = Pick<PostgresDatabase, 'system' | 'tenant'>

interface ReadsOptions {
  readonly database: Database
  readonly standby?: Database | undefined
  /** The time of the primary. */
  readonly clock: Clock
  readonly log: Log
}

/** Nodes record every few seconds that they run, so a standby that is connected has replayed something recently. */
const maxBehindMs = 60_000
const fitForMs = 1_000
const unfitForMs = 5_000
const answersWithinMs = 1_000

/** Reads from the standby if there is one. */
export function readsFrom({ database, standby, clock, log }: ReadsOptions): StandbyReads {
  if (standby === undefined) return { of: (primary) => primary }
  const findProblem = problemFinder({ standby: standby.system, primary: database.system, clock })
  let known: { readonly problem: string | undefined; readonly untilMs: number } | undefined
  let asking: Promise<string | undefined> | undefined

  async function look(): Promise<string | undefined> {
    const problem = await findProblem()
    if (problem !== known?.problem) {
      if (problem !== undefined) log.warn('database.standby_unfit', { problem })
      else if (known) log.info('database.standby_fit', {})
    }
    known = { problem, untilMs: performance.now() + (problem === undefined ? fitForMs : unfitForMs) }
    return problem
  }

  async function isFit(): Promise<boolean> {
    if (known && performance.now() < known.untilMs) return known.problem === undefined
    asking ??= look().finally(() => {
      asking = undefined
    })
    // If the standby was away, the check may take long: requests do not wait for it.
    return known?.problem === undefined && (await asking) === undefined
  }

  return {
    of(primaryTenant) {
      const standbyTenant = standby.tenant(primaryTenant.accountId)
      let isAtPrimary = false
      async function run<T>(statement: (tenant: Tenant) => Promise<T>): Promise<T> {
        isAtPrimary ||= !(await isFit())
        if (isAtPrimary) return statement(primaryTenant)
        try {
          return await statement(standbyTenant)
        } catch (error) {
          if (!isOfStandby(error)) throw error
          isAtPrimary = true
          return statement(primaryTenant)
        }
      }
      const atPrimary = (): Tenant => {
        isAtPrimary = true
        return primaryTenant
      }
      return {
        accountId: primaryTenant.accountId,
        readRows: (text, values, read) => run((tenant) => tenant.readRows(text, values, read)),
        readRow: (text, values, read) => run((tenant) => tenant.readRow(text, values, read)),
        rows: (text, values, change) => atPrimary().rows(text, values, change),
        row: (text, values, change) => atPrimary().row(text, values, change),
        execute: (text, values, change) => atPrimary().execute(text, values, change),
      }
    },
  }
}

/** The standby went away, or ended the statement because it blocked the replay. */
const isOfStandby = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'database_unavailable' || (error.cause as { code?: unknown } | undefined)?.code === '40001')

/** A standby has the same values as its primary. */
const identityText = `(select system_identifier from pg_control_system()) || '.' ||
  (select oid from pg_database where datname = current_database())`

const stateText = `select pg_is_in_recovery() as follows, ${identityText} as identity,
  extract(epoch from pg_last_xact_replay_timestamp())::float8 * 1000 as "replayedMs"`

interface StandbyState {
  readonly follows: boolean
  readonly identity: string
  /** When the primary committed the last replayed transaction; null if there was none since the start. */
  readonly replayedMs: number | null
}

interface Databases {
  readonly standby: Sql
  readonly primary: Sql
  readonly clock: Clock
}

/** Returns what is wrong with the standby, in words for the log. */
function problemFinder({ standby, primary, clock }: Databases): () => Promise<string | undefined> {
  let identity: Promise<string | undefined> | undefined
  const identify = async (): Promise<string | undefined> =>
    (await primary.readRow<{ identity: string }>(`select ${identityText} as identity`))?.identity
  return async () => {
    try {
      identity ??= identify()
      const [own, state] = await Promise.all([
        identity,
        withTimeout(standby.readRow<StandbyState>(stateText), answersWithinMs),
      ])
      if (!state) return 'it does not respond'
      if (state.identity !== own) return 'it is a different database'
      if (!state.follows) return 'it is not a standby'
      if (state.replayedMs === null) return 'it has not replayed any log yet'
      const behindMs = clock.now() - state.replayedMs
      return behindMs > maxBehindMs ? 'it is more than a minute behind' : undefined
    } catch {
      identity = undefined
      return 'it does not respond'
    }
  }
}
