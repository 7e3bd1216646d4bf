import { AppError } from '@spindle/contract'
import pg from 'pg'
import type { AccountId } from '../ids.ts'
import type { Log } from '../log.ts'
import { sha256 } from '../sha256.ts'
import { JobPool } from './job-pool.ts'
import { convertPostgresError, isDeadlock, isUnavailable } from './postgres-errors.ts'
import { type Database, type Sql, type SqlValue, type TenantTransaction, type Transaction, tenantSql } from './sql.ts'
import { type TenantConcurrency, tenantConcurrency } from './tenant-concurrency.ts'

/**
 * PostgreSQL through one pool. Owns the pool's hygiene: a broken connection is thrown away, a failure that means
 * "not now" becomes `database_unavailable`, and no error event of a connection can end the process.
 */

export interface PostgresOptions {
  readonly connection: pg.PoolConfig
  readonly maxConnections: number
  readonly log: Log
}

/** The database port on node-postgres. */
export interface PostgresDatabase extends Database {
  /** Connections that only leases and the job runner use, which brings its own queries: made with the first use. */
  readonly jobs: { readonly pool: pg.Pool; readonly system: Sql }
  /** How the connections for requests are used right now. */
  readonly connections: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}

// int8 and numeric counts of ours stay far below 2^53; timestamps are read as the ISO 8601 text of the wire.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How much of the pool one account can take: with both, one connection of ten is left to all others. */
const transactionShare = 0.5
const readShare = 0.4

/** Two listen for jobs, the others fetch them, end them and renew the leases, however crowded the pool is. */
const jobConnections = 4

/** A statement by itself answers a request; what takes longer belongs into a transaction. */
const statementTimeoutMs = 5_000
const transactionTimeoutMs = 30_000

/**
 * A PostgreSQL whose process stands still ends no statement and refuses none. So reads end here as well: the connection
 * is given up, the caller hears of it no later than after the second time, wherever its turn was.
 */
const unansweredReadMs = 6_500
const readDeadlineMs = 8_000
/** Longer than a statement may take: whether a commit arrived is better waited for. */
const unansweredWriteMs = transactionTimeoutMs + 5_000

/** A pool of connections. Connects with the first statement, not before. */
export function connectPostgres({ connection, maxConnections, log }: PostgresOptions): PostgresDatabase {
  const settings = {
    ...connection,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'spindle',
    keepAlive: true,
  }
  let isClosing = false
  const openPool = (Pool: typeof pg.Pool, options: pg.PoolConfig): pg.Pool => {
    const opened = new Pool({ ...settings, ...options })
    // Connections that are being closed while the server stops as well are not worth a warning.
    opened.on('error', (error) => log[isClosing ? 'debug' : 'warn']('database.connection_lost', { error }))
    opened.on('connect', (client) => client.on('error', (error) => log.debug('database.client_error', { error })))
    return opened
  }
  const pool = openPool(pg.Pool, { max: maxConnections })
  const share = (part: number) => tenantConcurrency(Math.max(1, Math.floor(maxConnections * part)))
  const transactions = share(transactionShare)
  const reads = share(readShare)
  const system = runner((query) => {
    refuseWhenCrowded(pool)
    return withTimeout(pool.query(limited(query, unansweredReadMs)), readDeadlineMs)
  })
  let jobs: PostgresDatabase['jobs'] | undefined
  const openJobs = (): PostgresDatabase['jobs'] => {
    const jobPool = openPool(JobPool, { max: jobConnections, statement_timeout: transactionTimeoutMs })
    return { pool: jobPool, system: runner((query) => jobPool.query(query)) }
  }

  return {
    get jobs() {
      jobs ??= openJobs()
      return jobs
    },
    connections: pool,
    system,
    tenant: (accountId) => tenantSql(inTurn(system, reads, accountId), accountId),
    transaction: (work) => retryDeadlocked(() => inTransaction(pool, begin, work)),
    tenantTransaction: (accountId, work) =>
      transactions.run(accountId, () =>
        retryDeadlocked(() =>
          inTransaction(pool, beginAs(accountId), (transaction) => work(tenantTransaction(transaction, accountId))),
        ),
      ),
    async ping(timeoutMs) {
      await withTimeout(system.row('select 1'), timeoutMs)
    },
    close: () => {
      isClosing = true
      return Promise.all([pool.end(), jobs?.pool.end()]).then(() => undefined)
    },
  }
}

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
    rows: (text, values) => run(() => sql.rows(text, values)),
    row: (text, values) => run(() => sql.row(text, values)),
    execute: (text, values) => run(() => sql.execute(text, values)),
  }
}

const begin = `begin; set local statement_timeout = ${transactionTimeoutMs}`

/** `set local` travels with `begin` in one round trip, so row-level security costs nothing here. */
function beginAs(accountId: AccountId): string {
  if (!/^acc_[0-9A-Z]{26}$/.test(accountId)) throw new Error('not an account id')
  return `${begin}; set local spindle.account_id = '${accountId}'`
}

const tenantTransaction = (transaction: Transaction, accountId: AccountId): TenantTransaction => ({
  ...tenantSql(transaction, accountId),
  afterCommit: transaction.afterCommit,
  transaction,
})

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (trx: Transaction) => Promise<T>): Promise<T> {
  refuseWhenCrowded(pool)
  const client = await pool.connect().catch((error: unknown) => {
    throw convertPostgresError(error)
  })
  const committed: (() => void)[] = []
  const afterCommit = (hook: () => void): void => void committed.push(hook)
  let broken: unknown
  try {
    await client.query(limited({ text: begin }, unansweredReadMs))
    const result = await work({
      ...runner((query) => client.query(limited(query, unansweredWriteMs))),
      afterCommit,
    })
    await client.query(limited({ text: 'commit' }, unansweredWriteMs))
    for (const hook of committed) hook()
    return result
  } catch (error) {
    broken = isUnavailable(error) || isUnavailable((error as Error).cause) ? error : await rollback(client)
    throw convertPostgresError(error)
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

type Query = { name: string; text: string; values: unknown[] }

/** node-postgres ends the statement and its connection after that time; its types do not know. */
const limited = <Q extends object>(query: Q, timeoutMs: number): Q => ({ ...query, query_timeout: timeoutMs })

function runner(run: (query: Query) => Promise<pg.QueryResult>): Sql {
  const query = (text: string, values: readonly SqlValue[] = []): Promise<pg.QueryResult> =>
    run({ name: nameOf(text), text, values: values as unknown[] }).catch((error: unknown) => {
      throw convertPostgresError(error)
    })
  return {
    rows: async <R>(text: string, values?: readonly SqlValue[]) => (await query(text, values)).rows as R[],
    row: async <R>(text: string, values?: readonly SqlValue[]) => (await query(text, values)).rows[0] as R | undefined,
    execute: async (text, values) => (await query(text, values)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

/** One name per text: PostgreSQL parses and plans each statement once a connection. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${sha256(text).toString('hex').slice(0, 24)}`
    names.set(text, name)
  }
  return name
}

const unanswered = (): unknown =>
  convertPostgresError(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }))

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered()), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
