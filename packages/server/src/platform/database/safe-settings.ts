import pg from 'pg'
import type { Log } from '../logging/log.ts'
import { explainConnectFailure, UnusableDatabaseError } from './connections/unusable-database.ts'
import { type Replication, readReplication } from './standby/replication.ts'

/** The settings that an external PostgreSQL must have before the hub uses it. */

export const bypassesRowSecurityFix = 'in DATABASE_URL, use a user that owns the database and is not a superuser'

/** `trusted`: the service guarantees that a power cut leaves no torn pages (Neon and Aurora do this themselves). */
export type Durability = 'checked' | 'trusted'

const oldestVersion = 150_000

interface ServerSettings {
  readonly version: string
  readonly fsync: string
  readonly pages: string
  readonly commit: string
  readonly bypasses: boolean
}

export interface SafetyDemands {
  readonly durability: Durability
  readonly requiresSyncStandby: boolean
  readonly log: Log
  /** The setting with the address. */
  readonly setting: string
}

/** An acknowledged release must survive a power cut, so settings that risk this are refused. */
export async function requireSafeSettings(
  connection: pg.ClientConfig,
  { durability, requiresSyncStandby, log, setting }: SafetyDemands,
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
    const replication = await readReplication(
      async <R extends pg.QueryResultRow>(text: string) => (await client.query<R>(text)).rows[0],
    )
    if (requiresSyncStandby) refuseUnreplicated(replication)
    const { synchronousCommit, followers } = replication
    if (isAlone(replication)) log.warn('database.commits_not_replicated', { synchronousCommit, followers })
    if (found.pages !== 'on') log.warn('database.torn_pages_possible', {})
    // Every statement still names its account; what is missing is the second wall between accounts.
    if (found.bypasses) log.warn('database.row_level_security_bypassed', { fix: bypassesRowSecurityFix })
  } finally {
    await client.end()
  }
}

/** There are standbys, or the settings name them, but no commit waits for one. */
const isAlone = ({ isAwaited, followers, synchronousCommit }: Replication): boolean =>
  !isAwaited && (followers > 0 || synchronousCommit === 'local')

function refuseUnreplicated({ isAwaited, hasSyncStandby, synchronousCommit }: Replication): void {
  if (hasSyncStandby) return
  const required = 'SPINDLE_REQUIRE_SYNC_STANDBY is on'
  if (synchronousCommit === 'local')
    throw new UnusableDatabaseError(
      `${required} and PostgreSQL runs with synchronous_commit=local`,
      'set synchronous_commit = on',
    )
  throw new UnusableDatabaseError(
    `${required} and ${isAwaited ? 'the database has no synchronous standby' : 'synchronous_standby_names is empty'}`,
    'start a synchronous standby (Patroni: synchronous_mode: true), or set SPINDLE_REQUIRE_SYNC_STANDBY=off',
  )
}

/** Throws UnusableDatabaseError if a power cut could lose acknowledged data. */
export function refuseUnsafe({ version, fsync, pages, commit }: ServerSettings, durability: Durability): void {
  if (Number(version) < oldestVersion)
    throw new UnusableDatabaseError('PostgreSQL is older than version 15', 'use PostgreSQL 15 or newer')
  if (fsync !== 'on') throw new UnusableDatabaseError('PostgreSQL runs with fsync=off', 'set fsync = on')
  if (pages !== 'on' && durability === 'checked')
    throw new UnusableDatabaseError(
      'PostgreSQL runs with full_page_writes=off',
      'set full_page_writes = on; for services that protect pages in another way (Neon, Aurora), set SPINDLE_DATABASE_DURABILITY=trusted',
    )
  if (commit === 'off')
    throw new UnusableDatabaseError('PostgreSQL runs with synchronous_commit=off', 'set synchronous_commit = on')
}
