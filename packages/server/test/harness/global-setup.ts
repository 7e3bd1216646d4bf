import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts'
import { migrateDatabase } from '../../src/platform/database/open.ts'
import { connectPostgres } from '../../src/platform/database/postgres.ts'
import { silentLog } from '../../src/platform/log.ts'

/**
 * One PostgreSQL for the whole run (the embedded one, or TEST_DATABASE_URL) with a migrated template, from
 * which every test file copies a database of its own.
 */

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string }
  }
}

const template = 'spindle_template'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-test-'))
  const server = url === undefined ? await startEmbeddedPostgres({ dataDir, log: () => {} }) : undefined
  const connection = server?.connection ?? parseUrl(url ?? '')
  await makeTemplate(connection)
  project.provide('postgres', connection)
  return async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(connection: ReturnType<typeof parseUrl>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`drop database if exists ${template}`)
  await client.query(`create database ${template}`)
  await client.end()
  const target = { ...connection, database: template }
  const database = connectPostgres({ connection: target, maxConnections: 2, log: silentLog })
  await migrateDatabase({ connection: target, database, close: async () => {} })
  await database.close()
}

function parseUrl(text: string): { host: string; port: number; user: string; password: string; database: string } {
  const url = new URL(text)
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  }
}
