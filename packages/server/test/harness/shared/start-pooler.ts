import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { type LaunchedBouncer, launchPgBouncer } from './launch-pgbouncer.ts'
import { poolerFolder } from './pooler.ts'

/** Starts the pooler of the run. In a separate module: files of fast tests import nothing that starts a process. */
export async function startPooler(shared: string, connection: pg.ClientConfig): Promise<LaunchedBouncer> {
  const folder = poolerFolder(shared)
  await mkdir(folder)
  // If root runs the tests, another user opens a socket there.
  for (const each of [dirname(shared), shared]) await chmod(each, 0o711)
  return launchPgBouncer({ connection, at: { folder }, poolSize: 8 })
}
