import pg from 'pg'
import type { Log } from '../log.ts'
import { explainConnectFailure, UnusableDatabaseError } from './unusable-database.ts'

/** What the operator's PostgreSQL must be like before the hub trusts it with what it acknowledges. */

export const bypassesRowSecurityFix = 'let DATABASE_URL name a user that owns the database and is no superuser'

/** `trusted`: whoever runs the server vouches for pages that a power cut tears apart (Neon and Aurora keep them whole themselves). */
export type Durability = 'checked' | 'trusted'

const oldestVersion = 150_000

interface ServerSettings {
  readonly version: string
  readonly fsync: string
  readonly pages: string
  readonly commit: string
  readonly bypasses: boolean
}

/** An acknowledged release must survive a power cut, so settings that gamble with it are refused. */
export async function requireSafeSettings(
  connection: pg.ClientConfig,
  { durability, log, setting }: { readonly durability: Durability; readonly log: Log; readonly setting: string },
): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  await client.connect().catch((error: unknown) => {
    throw explainConnectFailure(error, client, setting)
  })
  try {
    const { rows } = await client.query<ServerSettings>(
      `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
              current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
              (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses`,
    )
    const [found] = rows
    if (!found) throw new Error('PostgreSQL did not answer')
    refuseUnsafe(found, durability)
    if (found.pages !== 'on') log.warn('database.torn_pages_possible', {})
    // Every statement names its account all the same; the second wall between accounts is what is missing.
    if (found.bypasses) log.warn('database.row_level_security_bypassed', { fix: bypassesRowSecurityFix })
  } finally {
    await client.end()
  }
}

/** Throws UnusableDatabaseError where a power cut could take what was acknowledged. */
export function refuseUnsafe({ version, fsync, pages, commit }: ServerSettings, durability: Durability): void {
  if (Number(version) < oldestVersion)
    throw new UnusableDatabaseError('PostgreSQL is older than version 15', 'use PostgreSQL 15 or newer')
  if (fsync !== 'on') throw new UnusableDatabaseError('PostgreSQL runs with fsync=off', 'set fsync = on')
  if (pages !== 'on' && durability === 'checked')
    throw new UnusableDatabaseError(
      'PostgreSQL runs with full_page_writes=off',
      'set full_page_writes = on; of a service that keeps pages whole in another way (Neon, Aurora) say SPINDLE_DATABASE_DURABILITY=trusted',
    )
  if (commit === 'off')
    throw new UnusableDatabaseError('PostgreSQL runs with synchronous_commit=off', 'set synchronous_commit = on')
}
