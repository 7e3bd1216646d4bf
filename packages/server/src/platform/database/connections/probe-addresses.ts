import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { DatabaseAddressError, explainConnectFailure } from './unusable-database.ts'

/**
 * DATABASE_URL may name a pooler that gives each transaction another connection. Work that needs a dedicated connection
 * uses SPINDLE_DATABASE_DIRECT_URL: LISTEN, migrations, the job runner. A pooler does not refuse LISTEN, but
 * notifications never arrive. So before a hub serves, it sends a notification to one address and expects it at the
 * other.
 */
export interface DatabaseAddresses {
  /** With the startup parameters that the pool of connections will use. */
  readonly pooled: pg.ClientConfig
  readonly direct: pg.ClientConfig
  readonly hasDirectUrl: boolean
  /** Whether statements will be prepared at the pooled address. */
  readonly preparesStatements: boolean
}

/** This takes a round trip; a server that is this slow would also be late with every revoked key. */
const arriveMs = 5_000

/** Throws DatabaseAddressError, which names the setting to change. */
export async function probeAddresses(addresses: DatabaseAddresses): Promise<void> {
  const { pooled, direct, hasDirectUrl } = addresses
  const listener = await connect(direct, hasDirectUrl ? 'SPINDLE_DATABASE_DIRECT_URL' : 'DATABASE_URL')
  try {
    const sender = await connect(pooled, 'DATABASE_URL')
    try {
      await requireNotification({ listener, sender, hasDirectUrl })
    } finally {
      await sender.end()
    }
  } finally {
    await listener.end()
  }
  if (hasDirectUrl && addresses.preparesStatements) await requirePreparedStatements(pooled)
}

async function connect(config: pg.ClientConfig, setting: AddressSetting): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    // PgBouncer refuses what it would have to keep for one client.
    if (/unsupported startup parameter/.test((error as Error).message)) throw poolerFound((error as Error).message)
    throw explainConnectFailure(error, client, setting)
  })
  return client
}

type AddressSetting = 'DATABASE_URL' | 'SPINDLE_DATABASE_DIRECT_URL'

interface Probe {
  readonly listener: pg.Client
  readonly sender: pg.Client
  readonly hasDirectUrl: boolean
}

async function requireNotification({ listener, sender, hasDirectUrl }: Probe): Promise<void> {
  const channel = `spindle_probe_${randomBytes(12).toString('hex')}`
  const arrived = new Promise<boolean>((resolve) => {
    listener.on('notification', () => resolve(true))
    setTimeout(() => resolve(false), arriveMs).unref()
  })
  await listener.query(`listen ${channel}`)
  await sender.query('select pg_notify($1, $2)', [channel, ''])
  if (await arrived) return
  if (!hasDirectUrl) throw poolerFound('notifications do not reach other connections')
  throw new DatabaseAddressError(
    'SPINDLE_DATABASE_DIRECT_URL is not the PostgreSQL behind DATABASE_URL: notifications sent to one do not reach the other',
    'set it to PostgreSQL itself, not to a pooler, with the same database as DATABASE_URL',
  )
}

const poolerFound = (why: string): DatabaseAddressError =>
  new DatabaseAddressError(
    `DATABASE_URL is a pooler (${why})`,
    'set SPINDLE_DATABASE_DIRECT_URL to PostgreSQL itself; you can keep DATABASE_URL',
  )

/**
 * If a pooler does not track prepared statements, two of its clients may share a connection, where the name is already
 * used.
 */
async function requirePreparedStatements(pooled: pg.ClientConfig): Promise<void> {
  for (let client = 0; client < 2; client++) {
    const each = await connect(pooled, 'DATABASE_URL')
    try {
      await each.query({ name: 'spindle_probe', text: 'select 1' })
    } catch (error) {
      if (!/^(42P05|26000)$/.test((error as { code?: string }).code ?? '')) throw error
      throw new DatabaseAddressError(
        'The pooler at DATABASE_URL does not support prepared statements',
        'set SPINDLE_PREPARED_STATEMENTS=off, or use PgBouncer 1.21 or newer with max_prepared_statements = 200',
      )
    } finally {
      await each.end()
    }
  }
}
