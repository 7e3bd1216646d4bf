import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { openLine, targetOf } from './database-line.ts'

/**
 * The embedded server as an external PostgreSQL: a superuser with the password, and nothing of the hub, at port 5432 of
 * `host`. Returns a function that stops it.
 */
export async function startBarePostgres(
  dataDir: string,
  { host, password }: { readonly host: string; readonly password: string },
): Promise<() => Promise<void>> {
  await mkdir(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-credentials.json'), 'utf8'))
  const client = new pg.Client({ ...server.connection, ...superuser, database: 'postgres' })
  await client.connect()
  await client.query('drop database spindle with (force)')
  await client.query('drop user spindle')
  await client.query(`alter user postgres password '${password}'`)
  await client.end()
  const line = await openLine(targetOf(server.connection), { host, port: 5432 })
  return async () => {
    await line.close()
    await server.stop()
  }
}
