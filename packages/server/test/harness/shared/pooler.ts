import { join } from 'node:path'
import type pg from 'pg'

/**
 * With SPINDLE_TEST_POOLER=pgbouncer (`npm run test:pooled`) the hubs of all tests connect to their databases through a
 * PgBouncer in transaction mode, without tracking of prepared statements.
 */
export const isPooled = process.env.SPINDLE_TEST_POOLER === 'pgbouncer'

/** Its port in a folder of sockets. */
export const socketPort = 6432

/** Its address, in the folder of shared resources. */
export const poolerFolder = (shared: string): string => join(shared, 'pooler')

/** The same database through the pooler of the run, whose folder is given. */
export const throughPooler = (connection: pg.ClientConfig, run: string): pg.ClientConfig => ({
  ...connection,
  host: poolerFolder(join(run, 'shared')),
  port: socketPort,
})
