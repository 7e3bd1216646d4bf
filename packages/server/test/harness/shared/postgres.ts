import { rmSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/index.ts'
import { connectPostgres } from '../../../src/platform/database/postgres.ts'
import { silentLog } from '../../../src/platform/logging/log.ts'
import { migrateDatabase } from '../../../src/platform/open-database.ts'
import { isPooled } from './pooler.ts'
import type { Started } from './resources.ts'
import { startPooler } from './start-pooler.ts'

export interface TestPostgres {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/**
 * A file with several hubs uses up to a hundred connections until it ends, and four files run at a time: with too few
 * connections they would wait for each other.
 */
const maxConnections = 500

export const templateDatabase = 'spindle_template'

/** The embedded PostgreSQL, or that of TEST_DATABASE_URL, with a migrated template. */
export async function startTestPostgres(folder: string): Promise<Started<TestPostgres>> {
  const url = process.env.TEST_DATABASE_URL
  if (url !== undefined) {
    const value = parseUrl(url)
    await makeTemplate(value)
    const pooler = isPooled ? await startPooler(folder, value) : undefined
    return { value, stop: async () => pooler?.close() }
  }
  const dataDir = await mkdtemp(join(await findFastFolder(folder), 'spindle-postgres-'))
  // An interrupted run does not come to `stop`; the server writes until it has ended.
  const removeData = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  process.once('exit', removeData)
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, maxConnections })
  // After the server was registered to end with this process.
  process.off('exit', removeData).once('exit', removeData)
  await makeTemplate(server.connection)
  const pooler = isPooled ? await startPooler(folder, server.connection) : undefined
  const stop = async (): Promise<void> => {
    await pooler?.close()
    await server.stop()
    process.off('exit', removeData)
    removeData()
  }
  return { value: server.connection, stop }
}

/**
 * A power cut would lose the database in memory, which these tests do not need: tests that kill start separate servers.
 */
async function findFastFolder(otherwise: string): Promise<string> {
  const memory = '/dev/shm'
  const neededBytes = 2 * 1024 ** 3
  const space = process.platform === 'linux' ? await statfs(memory).catch(() => undefined) : undefined
  return space && space.bavail * space.bsize > neededBytes ? memory : otherwise
}

async function makeTemplate(connection: TestPostgres): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`drop database if exists ${templateDatabase}`)
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  const target = { ...connection, database: templateDatabase }
  const database = connectPostgres({ connection: target, maxConnections: 2, log: silentLog })
  await migrateDatabase({ connection: target, database, close: async () => {} })
  await database.close()
}

function parseUrl(text: string): TestPostgres {
  const url = new URL(text)
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  }
}
