import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { Environment } from '../../src/config/reader.ts'
import type { Overrides } from '../../src/overrides.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { type Hub, type Role, startHub } from '../../src/start-hub.ts'
import { storedVerdicts } from './analyser.ts'
import { atEnd } from './cleanup.ts'
import { connectAsHub } from './connect.ts'
import { checkAgainstContract } from './contract-check.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { readersInProcess } from './readers.ts'
import { getShared } from './shared/get-shared.ts'

export { freePort }

/** A whole hub on a real socket, with a separate database, for one test file. */
export interface TestHub {
  readonly hub: Hub
  readonly url: string
  readonly dataDir: string
  readonly opened: OpenDatabase
  /** fetch against the hub; every answer of an operation is checked against the contract. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** The same with a JSON body and parsed answer. */
  json(method: string, path: string, options?: JsonOptions): Promise<JsonAnswer>
}

export interface JsonOptions {
  readonly body?: unknown
  readonly key?: string | undefined
  readonly bearer?: string | undefined
  readonly headers?: Record<string, string>
}

export interface JsonAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  readonly body: any
}

export interface TestHubOptions {
  readonly environment?: Environment
  readonly role?: Role
  readonly overrides?: Overrides
}

let counter = 0

/** For hubs and commands without another one: nodes on one database need the same. */
export const usualSecret = 's'.repeat(32)

/**
 * Files pass their analysis unread, unless `overrides` has an analyser. The hub is closed, with its database and its
 * files, at the end of the test file.
 */
export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const hub = await openTestHub(options)
  atEnd(async () => {
    await hub.hub.close()
    await rm(hub.dataDir, { recursive: true, force: true })
  })
  return hub
}

/** A hub that runs until its process ends, unless it is closed. */
export async function openTestHub({
  environment = {},
  role = 'all',
  overrides = {},
}: TestHubOptions): Promise<TestHub> {
  const dataDir = await mkdtemp(join(inject('run').folder, 'hub-'))
  const opened = overrides.openDatabase ?? (await createTestDatabase())
  const port = await freePort()
  const config = readConfig({
    SPINDLE_PORT: String(port),
    SPINDLE_HOST: '127.0.0.1',
    SPINDLE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SPINDLE_DATA_DIR: dataDir,
    SPINDLE_SECRET: usualSecret,
    SPINDLE_LOG_LEVEL: 'silent',
    SPINDLE_RATE_LIMIT: 'off',
    ...environment,
  })
  const hub = await startHub(config, role, {
    log: silentLog,
    analyser: storedVerdicts,
    readers: readersInProcess(),
    warmsUp: false,
    ...overrides,
    openDatabase: opened,
  })
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(new URL(path, hub.url), { redirect: 'manual', ...init })
    await checkAgainstContract(init.method ?? 'GET', path, response)
    return response
  }
  const json = async (
    method: string,
    path: string,
    { body, key, bearer, headers = {} }: JsonOptions = {},
  ): Promise<JsonAnswer> => {
    const response = await request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    // It never ends.
    const text = isStream ? '' : await response.text()
    if (isStream) await response.body?.cancel()
    return {
      status: response.status,
      headers: response.headers,
      body: /\bjson\b/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text,
    }
  }
  return { hub, url: hub.url, dataDir, opened, request, json }
}

/** A fresh copy of the migrated template; closing drops it. */
export const createTestDatabase = (): Promise<OpenDatabase> => openNewDatabase('spindle_template')

/** A database in which nothing was created yet. */
export const createEmptyDatabase = (): Promise<OpenDatabase> => openNewDatabase('template1')

async function openNewDatabase(template: string): Promise<OpenDatabase> {
  const server = await getShared('postgres')
  const name = `t_${process.pid}_${counter++}_${Date.now().toString(36)}`
  // Six times as fast in memory as also writing the copy to the log.
  const isMade = () => unlessBusy(onServer(`create database ${name} template ${template} strategy file_copy`))
  await eventually(isMade, { what: `${template} to be left alone` })
  const connection = { ...server, database: name }
  const database = await connectAsHub(connection, 10)
  return {
    database,
    connection,
    async close() {
      await database.close()
      const isGone = () => unlessBusy(onServer(`drop database if exists ${name} with (force)`))
      await eventually(isGone, { what: `the end of ${name}` })
    },
  }
}

/** Undefined while autovacuum runs in the database, which an ordinary user may not interrupt. */
const unlessBusy = (work: Promise<void>): Promise<true | undefined> =>
  work.then(
    () => true,
    (error: unknown) => {
      // Of a drop, and of a copy.
      if (['42501', '55006'].includes((error as { readonly code?: string }).code ?? '')) return undefined
      throw error
    },
  )

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(await getShared('postgres'))
  await client.connect()
  try {
    // Copies of one template exclude each other; the lock makes concurrent test files wait in place of failing.
    await client.query('select pg_advisory_lock(42)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
