import { AppError } from '@spindle/contract'
import pg from 'pg'
import type { AccountId } from '../ids.ts'
import type { Log } from '../log.ts'
import { sha256 } from '../sha256.ts'
import { convertPostgresError, isUnavailable } from './postgres-errors.ts'
import { type Database, type Sql, type SqlValue, type TenantTransaction, type Transaction, tenantSql } from './sql.ts'
import { tenantConcurrency } from './tenant-concurrency.ts'

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
  /** For the job runner, which brings its own queries. */
  readonly pool: pg.Pool
}

// int8 and numeric counts of ours stay far below 2^53; timestamps are read as the ISO 8601 text of the wire.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How much of the pool the transactions of one account can take; two more connections listen for jobs. */
const shareOfOneAccount = 0.6

/** A pool of connections. Connects with the first statement, not before. */
export function connectPostgres({ connection, maxConnections, log }: PostgresOptions): PostgresDatabase {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'spindle',
    keepAlive: true,
  })
  const shares = tenantConcurrency(Math.max(1, Math.floor(maxConnections * shareOfOneAccount)))
  let isClosing = false
  // Connections that are being closed while the server stops as well are not worth a warning.
  pool.on('error', (error) => log[isClosing ? 'debug' : 'warn']('database.connection_lost', { error }))
  pool.on('connect', (client) => client.on('error', (error) => log.debug('database.client_error', { error })))
  const system = runner(async (query) => {
    refuseWhenCrowded(pool)
    return pool.query(query)
  })

  return {
    pool,
    system,
    tenant: (accountId) => tenantSql(system, accountId),
    transaction: (work) => inTransaction(pool, 'begin', work),
    tenantTransaction: (accountId, work) =>
      shares.run(accountId, () =>
        inTransaction(pool, beginAs(accountId), (transaction) => work(tenantTransaction(transaction, accountId))),
      ),
    async ping(timeoutMs) {
      await withTimeout(system.row('select 1'), timeoutMs)
    },
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}

/** `set local` travels with `begin` in one round trip, so row-level security costs nothing here. */
function beginAs(accountId: AccountId): string {
  if (!/^acc_[0-9A-Z]{26}$/.test(accountId)) throw new Error('not an account id')
  return `begin; set local spindle.account_id = '${accountId}'`
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
    await client.query(begin)
    const result = await work({ ...runner((query) => client.query(query)), afterCommit })
    await client.query('commit')
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

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(convertPostgresError(Object.assign(new Error('ping timed out'), { code: 'ETIMEDOUT' }))),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
