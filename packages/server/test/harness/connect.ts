import type pg from 'pg'
import { inject } from 'vitest'
import { setDefaultTimeLimits } from '../../src/platform/database/connections/time-limits.ts'
import { connectPostgres, type PostgresDatabase } from '../../src/platform/database/postgres.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { isPooled, throughPooler } from './shared/pooler.ts'

/** A database of the shared server as hubs are configured with it: through the pooler, if the run has one. */

export async function connectAsHub(connection: pg.ClientConfig, maxConnections: number): Promise<PostgresDatabase> {
  if (!isPooled) return connectPostgres({ connection, maxConnections, log: silentLog })
  // Before the pooler opens a connection: one that is open already keeps to none.
  await setDefaultTimeLimits(connection)
  return connectPostgres({
    connection: throughPooler(connection, inject('run').folder),
    direct: connection,
    preparesStatements: false,
    maxConnections,
    log: silentLog,
  })
}

/** The same as settings of a hub or a command. */
export function databaseSettings(connection: pg.ClientConfig): Readonly<Record<string, string>> {
  const direct = databaseUrl(connection)
  if (!isPooled) return { DATABASE_URL: direct }
  return {
    DATABASE_URL: databaseUrl(throughPooler(connection, inject('run').folder)),
    SPINDLE_DATABASE_DIRECT_URL: direct,
    SPINDLE_PREPARED_STATEMENTS: 'off',
  }
}

/** With the host apart: it may be the folder of a socket. */
export const databaseUrl = ({ user, password, host, port, database }: pg.ClientConfig): string =>
  `postgres://${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
