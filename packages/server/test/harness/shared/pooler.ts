import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type LaunchedBouncer, launchPgBouncer, socketPort } from './launch-pgbouncer.ts'

/**
 * With SPINDLE_TEST_POOLER=pgbouncer (`npm run test:pooled`) the hubs of all tests reach their databases through a
 * PgBouncer in transaction mode, which follows no prepared statements.
 */
export const isPooled = process.env.SPINDLE_TEST_POOLER === 'pgbouncer'

const folderIn = (shared: string): string => join(shared, 'pooler')

export async function startPooler(shared: string, connection: pg.ClientConfig): Promise<LaunchedBouncer> {
  const folder = folderIn(shared)
  await mkdir(folder)
  // It is another user who opens a socket there, if root runs the tests.
  for (const each of [dirname(shared), shared]) await chmod(each, 0o711)
  return launchPgBouncer({ connection, at: { folder }, poolSize: 8 })
}

/** The same database by way of the pooler of the run, whose folder is given. */
export const throughPooler = (connection: pg.ClientConfig, run: string): pg.ClientConfig => ({
  ...connection,
  host: folderIn(join(run, 'shared')),
  port: socketPort,
})
