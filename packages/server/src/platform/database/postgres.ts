import { AppError } from '@spindle/contract'
import pg from 'pg'
import { libraryConnections } from '../job-lanes.ts'
import type { Log } from '../logging/log.ts'
import type { AccountId } from '../values/ids.ts'
import { JobPool } from './connections/job-pool.ts'
import { patientConnections, repeatInterrupted } from './connections/patient-connections.ts'
import { limited, timeLimits, unansweredReadMs } from './connections/time-limits.ts'
import { unanswered, withTimeout } from './connections/unanswered.ts'
import { loadRows } from './copy/load-rows.ts'
import { withWorkFirst } from './do-first.ts'
import { commitText, findHeldJob, isJobLost, JobLostError } from './job-commits/held-job.ts'
import { jobNoticeCode, tellWorkersText, type WorkerWaker, workerWaker } from './job-commits/wake-workers.ts'
import { convertPostgresError, isConnectionLost, isDeadlock, isUnavailable, isUndone } from './postgres-errors.ts'
import { type Effect, type Query, runner } from './run-statements.ts'
import {
  accountSetting,
  type Database,
  type Sql,
  type Transaction,
  type TransactionOptions,
  tenantSql,
  tenantTransaction,
} from './sql.ts'
import { anyCommits, type ReplicatedCommits, replicatedCommits } from './standby/replicated-commits.ts'
import { isAwaited } from './standby/replication.ts'
import { type TenantConcurrency, tenantConcurrency } from './tenant-concurrency.ts'

/**
 * PostgreSQL through one pool. A broken connection is removed from the pool, a failure that means "not now" becomes
 * `database_unavailable`, and no error event of a connection can end the process.
 */

export interface PostgresOptions {
  readonly connection: pg.PoolConfig
  /** PostgreSQL itself, if `connection` may be a pooler: for jobs, which listen. */
  readonly direct?: pg.PoolConfig | undefined
  /** False if a pooler would mix up its clients' prepared statements. */
  readonly preparesStatements?: boolean | undefined
  /** True if nothing may be acknowledged before a synchronous standby has it. */
  readonly requiresSyncStandby?: boolean | undefined
  /** True for a standby. Requests do not wait for one that is away. */
  readonly isStandby?: boolean | undefined
  readonly maxConnections: number
  readonly log: Log
}

/** The database port on node-postgres. */
export interface PostgresDatabase extends Database {
  /**
   * For jobs only, independent of the load on the pool, created with the first use: `pool` for the library, which has
   * its own queries, and `system` for leases, on a separate connection.
   */
  readonly jobs: JobConnections
  /** The current use of the connections for requests. */
  readonly connections: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

interface JobConnections {
  readonly pool: JobPool
  /** Counts the jobs that are due, on the connections of `pool`. */
  readonly looks: Sql
  readonly system: Sql
  close(): Promise<unknown>
}

// Our int8 and numeric counts stay far below 2^53; timestamps are read as the ISO 8601 text of the API.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The share of the pool that one account can use: with both, one connection of ten is left for all others. */
const transactionShare = 0.5
const readShare = 0.4

const transactionTimeoutMs = 30_000

/** The caller of a read gets an error after this time at the latest, even if the read was still queued. */
const readDeadlineMs = 8_000
/** Longer than a statement may take: it is better to wait until it is known whether a commit succeeded. */
const unansweredWriteMs = transactionTimeoutMs + 5_000
/** The lease lasts for several of these (platform/jobs/leases.ts). */
const unansweredLeaseMs = 5_000

/** A pool of connections. Connects with the first statement. */
export function connectPostgres(options: PostgresOptions): PostgresDatabase {
  const { maxConnections, log, preparesStatements = true, requiresSyncStandby = false, isStandby = false } = options
  let isClosing = false
  const openPool: OpenPool = (Pool, settings) => {
    const opened = new Pool({
      ...settings,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      ...(isStandby ? {} : { verify: (client, done) => void refuseStandby(client, done) }),
    })
    // A failure of a connection that is being closed while the server stops needs no warning.
    opened.on('error', (error) => log[isClosing ? 'debug' : 'warn']('database.connection_lost', { error }))
    opened.on('connect', (client) => client.on('error', (error) => log.debug('database.client_error', { error })))
    return opened
  }
  const pool = openPool(pg.Pool, { ...pooledSettings(options), max: maxConnections })
  const waker = workerWaker(
    (payload) => pool.query(limited({ text: tellWorkersText, values: [payload] }, unansweredReadMs)),
    log,
  )
  wakeAfterCommit(pool, waker)
  const share = (part: number) => tenantConcurrency(Math.max(1, Math.floor(maxConnections * part)))
  const transactions = share(transactionShare)
  const reads = share(readShare)
  const acquire = isStandby ? () => pool.connect() : patientConnections(pool)
  const commits = requiresSyncStandby ? replicatedCommits(pool) : anyCommits
  const system = runner(
    (query, effect) => {
      refuseWhenCrowded(pool)
      return withTimeout(ask({ acquire, commits }, limited(query, unansweredReadMs), effect), readDeadlineMs)
    },
    { isNamed: preparesStatements },
  )
  const inTransaction = <T>(
    begin: string,
    work: (trx: Transaction) => Promise<T>,
    { isRepeatable = false }: TransactionOptions = {},
  ): Promise<T> => {
    const start = { pool, acquire, commits, begin, isNamed: preparesStatements, isRepeatable }
    const attempt = (): Promise<T> => runTransaction(start, work)
    return retryDeadlocked(() => repeatInterrupted(attempt, (error) => error instanceof InterruptedError))
  }
  let jobs: PostgresDatabase['jobs'] | undefined
  return {
    get jobs() {
      jobs ??= openJobConnections(openPool, directSettings(options.direct ?? options.connection))
      return jobs
    },
    connections: pool,
    system,
    tenant: (accountId) => tenantSql(inTurn(system, reads, accountId), accountId),
    transaction: (work) => inTransaction(begin, work),
    tenantTransaction: (accountId, work, options) =>
      withWorkFirst(() =>
        transactions.run(accountId, () =>
          inTransaction(beginAs(accountId), (transaction) => work(tenantTransaction(transaction, accountId)), options),
        ),
      ),
    async ping(timeoutMs) {
      // On a standby every transaction is read-only. The same is true when a hosted database has run out of space.
      const asked = system.readRow<{ takesNothing: boolean }>(
        `select current_setting('transaction_read_only')::boolean or ${requiresSyncStandby ? `not ${isAwaited}` : 'false'}
           as "takesNothing"`,
      )
      if ((await withTimeout(asked, timeoutMs))?.takesNothing === true)
        throw new AppError('database_unavailable', { cause: new Error('The database accepts no changes') })
    },
    close: () => {
      isClosing = true
      waker.close()
      return Promise.all([pool.end(), jobs?.close()]).then(() => undefined)
    },
  }
}

type OpenPool = <P extends pg.Pool>(Pool: new (settings: pg.PoolConfig) => P, settings: pg.PoolConfig) => P

function openJobConnections(openPool: OpenPool, settings: pg.PoolConfig): JobConnections {
  const pool = openPool(JobPool, {
    ...settings,
    max: libraryConnections,
    statement_timeout: transactionTimeoutMs,
    query_timeout: unansweredWriteMs,
  })
  const looks = runner((query) => pool.query(limited(query, unansweredReadMs)), { isNamed: true })
  const leases = openPool(pg.Pool, { ...settings, max: 1 })
  const system = runner((query) => withTimeout(leases.query(limited(query, unansweredLeaseMs)), unansweredLeaseMs), {
    isNamed: true,
  })
  return { pool, looks, system, close: () => Promise.all([pool.end(), leases.end()]) }
}

/**
 * A connection that returns to the pool has committed the jobs it enqueued, or rolled them back: then a worker polls
 * without a result.
 */
function wakeAfterCommit(pool: pg.Pool, waker: WorkerWaker): void {
  const enqueued = new WeakMap<object, number>()
  pool.on('connect', (client) =>
    client.on('notice', ({ code }) => {
      if (code === jobNoticeCode) enqueued.set(client, (enqueued.get(client) ?? 0) + 1)
    }),
  )
  pool.on('release', (_, client) => {
    const count = enqueued.get(client)
    if (count === undefined) return
    enqueued.delete(client)
    waker.wake(count)
  })
}

/** A separate connection, which sets its limits when it begins. */
const directSettings = (connection: pg.PoolConfig): pg.PoolConfig => ({
  ...connection,
  ...timeLimits,
  application_name: 'spindle',
})

/**
 * A balancer that has not yet noticed a failover also opens connections to a standby. Its data may be older than what
 * was acknowledged.
 */
async function refuseStandby(client: pg.ClientBase, done: (error?: Error) => void): Promise<void> {
  let failure: Error | undefined
  try {
    const asked = { text: 'select pg_is_in_recovery() as "isStandby"' }
    const { rows } = await client.query<{ isStandby: boolean }>(limited(asked, unansweredReadMs))
    if (rows[0]?.isStandby === true) failure = Object.assign(new Error('The database is a standby'), { code: '25006' })
  } catch (error) {
    failure = error as Error
  }
  done(failure)
}

/**
 * If a direct address is configured, this one may be a pooler, which accepts no limits: they are the user's defaults.
 */
export const pooledSettings = ({
  connection,
  direct,
}: Pick<PostgresOptions, 'connection' | 'direct'>): pg.PoolConfig =>
  direct === undefined ? directSettings(connection) : { ...connection, application_name: 'spindle' }

/** Statements of one account wait for each other, so that the statements of others do not wait for them. */
function inTurn(sql: Sql, turns: TenantConcurrency, accountId: AccountId): Sql {
  const run = <T>(statement: () => Promise<T>): Promise<T> => {
    const deadlineMs = performance.now() + readDeadlineMs
    const answered = turns.run(accountId, () => {
      // The caller has stopped waiting.
      if (performance.now() > deadlineMs) throw unanswered()
      return statement()
    })
    return withTimeout(answered, readDeadlineMs)
  }
  return {
    readRows: (text, values, read) => run(() => sql.readRows(text, values, read)),
    readRow: (text, values, read) => run(() => sql.readRow(text, values, read)),
    rows: (text, values, change) => run(() => sql.rows(text, values, change)),
    row: (text, values, change) => run(() => sql.row(text, values, change)),
    execute: (text, values, change) => run(() => sql.execute(text, values, change)),
  }
}

const begin = `begin; set local statement_timeout = ${transactionTimeoutMs}`

/** `set local` is sent with `begin` in one round trip, so row-level security needs no extra one here. */
function beginAs(accountId: AccountId): string {
  if (!/^acc_[0-9A-Z]{26}$/.test(accountId)) throw new Error('not an account id')
  return `${begin}; set local ${accountSetting} = '${accountId}'`
}

/**
 * Runs one statement, and repeats it if a switchover interrupted it: if the error says that it had no effect, or if it
 * may be done twice.
 */
const ask = (connections: Connections, query: Query, effect: Effect): Promise<pg.QueryResult> =>
  repeatInterrupted(
    () => askOnce(connections, query, effect),
    (error) => isUndone(error) || (isConnectionLost(error) && effect.isRepeatable),
  )

/** Runs the query on a connection that is released unchanged. */
async function askOnce(
  { acquire, commits }: Connections,
  query: Query,
  { isExpendable }: Effect,
): Promise<pg.QueryResult> {
  // Converted, so that the caller does not wait for the same outage again.
  const client = await acquire().catch((error: unknown) => {
    throw convertPostgresError(error)
  })
  const run = (): Promise<pg.QueryResult> => client.query(query)
  try {
    const result = await (isExpendable ? run() : commits.run(client, 'statement', run))
    client.release()
    return result
  } catch (error) {
    // If PostgreSQL refused the statement, the connection is usable; after any other error its state is unknown.
    client.release(error instanceof pg.DatabaseError && !isUnavailable(error) ? undefined : (error as Error))
    throw error
  }
}

interface Connections {
  readonly acquire: () => Promise<pg.PoolClient>
  readonly commits: ReplicatedCommits
}

interface TransactionStart extends Connections {
  readonly pool: pg.Pool
  readonly begin: string
  readonly isNamed: boolean
  readonly isRepeatable: boolean
}

/** The connection was lost before anything was committed, or `work` detects what it has done before. */
class InterruptedError extends AppError {
  constructor(cause: unknown) {
    super('database_unavailable', { cause, retryAfterSeconds: 1 })
  }
}

async function runTransaction<T>(
  { pool, acquire, commits, begin, isNamed, isRepeatable }: TransactionStart,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  refuseWhenCrowded(pool)
  const job = findHeldJob()
  if (job?.isLost) throw new JobLostError()
  const client = await acquire().catch((error: unknown) => {
    throw convertPostgresError(error)
  })
  const committed: (() => void)[] = []
  const afterCommit = (hook: () => void): void => void committed.push(hook)
  let broken: unknown
  let isCommitting = false
  try {
    await client.query(limited({ text: begin }, unansweredReadMs))
    const result = await work({
      ...runner((query) => client.query(limited(query, unansweredWriteMs)), { isNamed }),
      afterCommit,
      load: (target, rows, format) =>
        withTimeout(loadRows(client, { target, rows, format }), unansweredWriteMs).catch((error: unknown) => {
          throw convertPostgresError(error)
        }),
    })
    await commits.run(client, 'transaction', async () => {
      isCommitting = true
      const askedMs = performance.now()
      await client.query(limited({ text: commitText(job) }, unansweredWriteMs))
      if (job) job.provenMs = askedMs
    })
    for (const hook of committed) hook()
    return result
  } catch (error) {
    const cause = isUnavailable(error) ? error : (error as Error).cause
    broken = isUnavailable(cause) ? cause : await rollback(client)
    const isInterrupted = isUndone(cause) || (isConnectionLost(cause) && (isRepeatable || !isCommitting))
    if (job && isJobLost(error)) job.isLost = true
    const failure = isJobLost(error) ? new JobLostError({ cause: error }) : convertPostgresError(error)
    const saysSo = failure instanceof AppError && failure.code === 'database_unavailable'
    throw isInterrupted && saysSo ? new InterruptedError(cause) : failure
  } finally {
    // A connection in an unknown state must not serve the next request.
    client.release(broken instanceof Error ? broken : broken !== undefined)
  }
}

const maxAttempts = 4

/** PostgreSQL ends one of two transactions that wait for each other. It had no effect, so it runs again. */
async function retryDeadlocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts - 1; left > 0; left--)
    try {
      return await attempt()
    } catch (error) {
      if (!isDeadlock(error)) throw error
    }
  return attempt()
}

// Beyond this a queued request would wait longer than its client does; refusing it immediately keeps the others fast.
const maxWaiting = 500

function refuseWhenCrowded(pool: pg.Pool): void {
  if (pool.waitingCount > maxWaiting) throw new AppError('overloaded', { retryAfterSeconds: 1 })
}

/** Undefined if the rollback worked; the failure otherwise. */
const rollback = (client: pg.PoolClient): Promise<unknown> =>
  client.query('rollback').then(
    () => undefined,
    (error: unknown) => error,
  )
