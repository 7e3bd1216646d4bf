import pg from 'pg'

/**
 * How long to wait during an outage. A planned switchover takes four or five seconds on a busy machine; a read is
 * answered within eight.
 */
export const patienceMs = 7_000
export const retryMs = 100

/**
 * A PostgreSQL whose process is suspended neither ends statements nor refuses them. After this time the connection is
 * given up.
 */
export const unansweredReadMs = 6_500

/** node-postgres ends the statement and its connection after that time; the option is missing from its types. */
export const limited = <Q extends object>(query: Q, timeoutMs: number): Q => ({ ...query, query_timeout: timeoutMs })

/**
 * How long statements may take, wait for locks, and leave a transaction open. A direct connection to PostgreSQL sets
 * the limits when it begins. A pooler refuses that: there they are the defaults of the database user.
 */
export const timeLimits = {
  /** A single statement answers a request; longer work belongs in a transaction. */
  statement_timeout: 5_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const

/** Makes them the defaults of this user in this database, for new connections. */
export async function setDefaultTimeLimits(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'spindle-migrate' })
  await client.connect()
  try {
    await client.query('begin')
    // Two nodes that start together would get an error: "tuple concurrently updated".
    await client.query(`select pg_advisory_xact_lock(hashtextextended('spindle time limits', 7))`)
    const { rows } = await client.query<{ database: string; settings: string[] | null }>(
      `select datname as database,
              (select setconfig from pg_db_role_setting
               where setdatabase = pg_database.oid and setrole = current_user::regrole) as settings
       from pg_database where datname = current_database()`,
    )
    const found = new Set(rows[0]?.settings ?? [])
    const database = pg.escapeIdentifier(rows[0]?.database ?? '')
    for (const [name, milliseconds] of Object.entries(timeLimits))
      if (!found.has(`${name}=${milliseconds}`))
        await client.query(`alter role current_user in database ${database} set ${name} = ${milliseconds}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
