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
 * PostgreSQL through one pool. Owns the pool's hygiene: a broken connection is thrown away, a failure that means
 * "not now" becomes `database_unavailable`, and no error event of a connection can end the process.
 */

export interface PostgresOptions {
  readonly connection: pg.PoolConfig
  /** PostgreSQL itself, where a pooler may stand at `connection`: for jobs, which listen. */
  readonly direct?: pg.PoolConfig | undefined
  /** False where a pooler would mix up what its clients prepare. */
  readonly preparesStatements?: boolean | undefined
  /** True where nothing may be acknowledged that no synchronous standby has. */
  readonly requiresSyncStandby?: boolean | undefined
  /** True where a standby is asked, which is no loss: nobody waits for one that is away. */
  readonly isStandby?: boolean | undefined
  readonly maxConnections: number
  readonly log: Log
}

/** The database port on node-postgres. */
export interface PostgresDatabase extends Database {
  /**
   * For jobs alone, however crowded the pool is, made with the first use: `pool` for the library, which brings its own
   * queries, and `system` for leases, on a connection that waits behind nothing.
   */
  readonly jobs: JobConnections
  /** How the connections for requests are used right now. */
  readonly connections: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

interface JobConnections {
  readonly pool: pg.Pool
  readonly system: Sql
  close(): Promise<unknown>
}

// int8 and numeric counts of ours stay far below 2^53; timestamps are read as the ISO 8601 text of the wire.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How much of the pool one account can take: with both, one connection of ten is left to all others. */
const transactionShare = 0.5
const readShare = 0.4

const transactionTimeoutMs = 30_000

/** The caller of a read hears no later than then that it was given up, wherever its turn was. */
const readDeadlineMs = 8_000
/** Longer than a statement may take: whether a commit arrived is better waited for. */
const unansweredWriteMs = transactionTimeoutMs + 5_000
/** The lease lasts for several of them (platform/jobs/leases.ts). */
const unansweredLeaseMs = 5_000

/** A pool of connections. Connects with the first statement, not before. */
export function connectPostgres(options: PostgresOptions): PostgresDatabase {
  const { maxConnections, log, preparesStatements = true, requiresSyncStandby = false, isStandby = false } = options
  let isClosing = false
  const openPool = (Pool: typeof pg.Pool, settings: pg.PoolConfig): pg.Pool => {
    const opened = new Pool({
      ...settings,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      ...(isStandby ? {} : { verify: (client, done) => void refuseStandby(client, done) }),
    })
    // Connections that are being closed while the server stops as well are not worth a warning.
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
      transactions.run(accountId, () =>
        inTransaction(beginAs(accountId), (transaction) => work(tenantTransaction(transaction, accountId)), options),
      ),
    async ping(timeoutMs) {
      // On a standby every transaction is read-only, and so it is where a service has run out of room.
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

function openJobConnections(
  openPool: (Pool: typeof pg.Pool, settings: pg.PoolConfig) => pg.Pool,
  settings: pg.PoolConfig,
): JobConnections {
  const pool = openPool(JobPool, {
    ...settings,
    max: libraryConnections,
    statement_timeout: transactionTimeoutMs,
    query_timeout: unansweredWriteMs,
  })
  const leases = openPool(pg.Pool, { ...settings, max: 1 })
  const system = runner((query) => withTimeout(leases.query(limited(query, unansweredLeaseMs)), unansweredLeaseMs), {
    isNamed: true,
  })
  return { pool, system, close: () => Promise.all([pool.end(), leases.end()]) }
}

/** A connection that comes back has committed what it enqueued, or rolled it back: then somebody looks in vain. */
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

/** A connection of its own, told its limits when it begins. */
const directSettings = (connection: pg.PoolConfig): pg.PoolConfig => ({
  ...connection,
  ...timeLimits,
  application_name: 'spindle',
})

/**
 * A balancer that has not noticed yet who leads the database opens connections to a standby too. What that one says can be
 * behind what was acknowledged.
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

/** With a direct address beside it a pooler may stand here, which takes no limits: they are the user's defaults. */
export const pooledSettings = ({
  connection,
  direct,
}: Pick<PostgresOptions, 'connection' | 'direct'>): pg.PoolConfig =>
  direct === undefined ? directSettings(connection) : { ...connection, application_name: 'spindle' }

/** Statements of one account wait for each other, not the statements of others for them. */
function inTurn(sql: Sql, turns: TenantConcurrency, accountId: AccountId): Sql {
  const run = <T>(statement: () => Promise<T>): Promise<T> => {
    const deadlineMs = performance.now() + readDeadlineMs
    const answered = turns.run(accountId, () => {
      // Nobody waits for it any more.
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

/** `set local` travels with `begin` in one round trip, so row-level security costs nothing here. */
function beginAs(accountId: AccountId): string {
  if (!/^acc_[0-9A-Z]{26}$/.test(accountId)) throw new Error('not an account id')
  return `${begin}; set local ${accountSetting} = '${accountId}'`
}

/**
 * One statement, and again where a switchover was in its way: after it was said that nothing is left of it, and without a
 * word of what may be done twice.
 */
const ask = (connections: Connections, query: Query, effect: Effect): Promise<pg.QueryResult> =>
  repeatInterrupted(
    () => askOnce(connections, query, effect),
    (error) => isUndone(error) || (isConnectionLost(error) && effect.isRepeatable),
  )

/** On a connection that is given back as it was. */
async function askOnce(
  { acquire, commits }: Connections,
  query: Query,
  { isExpendable }: Effect,
): Promise<pg.QueryResult> {
  // Converted: an outage that was waited for is not waited for again.
  const client = await acquire().catch((error: unknown) => {
    throw convertPostgresError(error)
  })
  const run = (): Promise<pg.QueryResult> => client.query(query)
  try {
    const result = await (isExpendable ? run() : commits.run(client, 'statement', run))
    client.release()
    return result
  } catch (error) {
    // What PostgreSQL refused leaves the connection usable; anything else says nothing of its state.
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

/** The connection was lost while nothing was committed, or so that `work` finds out. */
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

/** PostgreSQL ends one of two transactions that wait for each other. It did nothing, so it is done again. */
async function retryDeadlocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = maxAttempts - 1; left > 0; left--)
    try {
      return await attempt()
    } catch (error) {
      if (!isDeadlock(error)) throw error
    }
  return attempt()
}

// Beyond this a queued request would wait longer than its client does; refusing at once keeps the others quick.
const maxWaiting = 500

function refuseWhenCrowded(pool: pg.Pool): void {
  if (pool.waitingCount > maxWaiting) throw new AppError('overloaded', { retryAfterSeconds: 1 })
}

/** Undefined when the rollback worked; the failure otherwise. */
const rollback = (client: pg.PoolClient): Promise<unknown> =>
  client.query('rollback').then(
    () => undefined,
    (error: unknown) => error,
  )
