import { spawn } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/database/embedded/index.ts'
import type { Log } from '../../../src/platform/logging/log.ts'
import {
  answers,
  ask,
  type Connection,
  connectionOf,
  type Hub,
  type HubOptions,
  isAlive,
  makeTemporaryDirectory,
  readPostmasterPid,
  spawnHub,
  until,
} from './harness/stand-in-hub.ts'

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>
let dataDir: string
let started: EmbeddedPostgres[]
let hubs: Hub[]

beforeEach(async () => {
  directory = await makeTemporaryDirectory()
  dataDir = join(directory.path, 'data')
  started = []
  hubs = []
})

afterEach(async () => {
  for (const hub of hubs) await hub.kill('SIGKILL').catch(() => undefined)
  // A start also cleans up the server of a killed hub.
  if (started.length === 0 && hubs.length > 0) await start().catch(() => undefined)
  for (const postgres of started) await postgres.stop()
  await directory.remove()
})

const recordEvents = (events: string[]): Log => {
  const record = (event: string): void => void events.push(event)
  return { debug: record, info: record, warn: record, error: record }
}

async function start(events: string[] = []): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: recordEvents(events) })
  started.push(postgres)
  return postgres
}

/** The process id of another session whose statement holds the text. */
async function findSession(connection: Connection, text: string): Promise<unknown> {
  const rows = await ask(
    connection,
    `SELECT pid FROM pg_stat_activity WHERE query LIKE '%${text}%' AND state = 'active' AND pid <> pg_backend_pid()`,
  )
  return rows[0]?.pid
}

function hub(options: Partial<HubOptions> = {}): Hub {
  const spawned = spawnHub({ dataDir, ...options })
  hubs.push(spawned)
  return spawned
}

/** False if it was too late. */
async function killInInitdb(): Promise<boolean> {
  const isMade = async (): Promise<boolean> => (await readdir(dataDir)).includes('postgres')
  const isHalf = async (): Promise<boolean> => {
    const staging = (await readdir(dataDir)).find((name) => name.startsWith('.postgres-new-'))
    return staging !== undefined && existsSync(join(dataDir, staging, 'cluster', 'base'))
  }
  const starting = hub()
  await until(async () => existsSync(dataDir) && ((await isHalf()) || (await isMade())))
  await starting.kill('SIGKILL')
  if (!(await isMade())) return true
  await (await start()).stop()
  return false
}

describe('a hub killed with kill -9', () => {
  it('leaves a server that the next start stops, and every acknowledged row', async () => {
    const first = hub()
    const connection = connectionOf(await first.waitFor('ready'))
    await ask(connection, 'CREATE TABLE acknowledged AS SELECT generate_series(1, 500) AS id')
    const orphan = readPostmasterPid(dataDir)
    await first.kill('SIGKILL')
    expect(isAlive(orphan)).toBe(true)

    const events: string[] = []
    const second = await start(events)
    expect(events).toEqual(['postgres.stale_processes_found', 'postgres.stale_processes_stopped', 'postgres.started'])
    expect(isAlive(orphan)).toBe(false)
    expect(await ask(second.connection, 'SELECT count(*)::int AS rows FROM acknowledged')).toEqual([{ rows: 500 }])
  })

  it('may take its server with it, while a session is busy', async () => {
    const first = hub()
    const connection = connectionOf(await first.waitFor('ready'))
    await ask(connection, 'CREATE TABLE acknowledged AS SELECT 1 AS id')
    // Does not notice the end of its postmaster: it computes and never waits.
    const busy = ask(connection, 'SELECT count(*) FROM generate_series(1, 1e12::bigint) AS n').catch(() => 'cut')
    await until(async () => (await findSession(connection, '1e12')) !== undefined)
    const backendPid = Number(await findSession(connection, '1e12'))
    await first.kill('SIGKILL')
    process.kill(readPostmasterPid(dataDir), 'SIGKILL')

    const second = await start()
    expect(await busy).toBe('cut')
    expect(isAlive(backendPid)).toBe(false)
    expect(await ask(second.connection, 'SELECT id FROM acknowledged')).toEqual([{ id: 1 }])
  })

  it('in the middle of initdb leaves nothing that a later start fails on', async () => {
    // If this process was paused meanwhile, initdb may have ended: then start again.
    while (!(await killInInitdb())) await rm(dataDir, { recursive: true })
    expect(await readdir(dataDir)).not.toContain('postgres')

    const second = await start()
    expect(await ask(second.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('.postgres-new-'))).toEqual([])
  })
})

describe('a postmaster killed with kill -9', () => {
  it('is started again at the same address, and pools heal', async () => {
    const events: string[] = []
    const postgres = await start(events)
    const pool = new Pool({ ...postgres.connection, ssl: false, max: 2 })
    pool.on('error', () => undefined)
    await pool.query('CREATE TABLE acknowledged AS SELECT 1 AS id')
    const killed = readPostmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await until(() => events.includes('postgres.restarted'))
    await until(() =>
      pool.query('SELECT id FROM acknowledged').then(
        ({ rows }) => rows.length === 1,
        () => false,
      ),
    )
    await pool.end()
    expect(readPostmasterPid(dataDir)).not.toBe(killed)
    expect(events).toContain('postgres.exited')
  })

  it('keeps running if only a session is killed', async () => {
    const events: string[] = []
    const postgres = await start(events)
    const postmaster = readPostmasterPid(dataDir)
    const cut = ask(postgres.connection, 'SELECT pg_sleep(60)').catch(() => 'cut')
    await until(async () => (await findSession(postgres.connection, 'pg_sleep(60)')) !== undefined)
    process.kill(Number(await findSession(postgres.connection, 'pg_sleep(60)')), 'SIGKILL')
    expect(await cut).toBe('cut')
    await until(() => answers(postgres.connection))
    expect(readPostmasterPid(dataDir)).toBe(postmaster)
    expect(events).toEqual(['postgres.initialised', 'postgres.database_created', 'postgres.started'])
  })

  it('is not started again once stop was called', async () => {
    const events: string[] = []
    const postgres = await start(events)
    process.kill(readPostmasterPid(dataDir), 'SIGKILL')
    await until(() => events.includes('postgres.exited'))
    await postgres.stop()
    expect(await answers(postgres.connection)).toBe(false)
    expect(events.at(-1)).toBe('postgres.stopped')
  })
})

describe('a hub that ends without stopping its database', () => {
  it('takes the server with it in an orderly way', async () => {
    const running = hub()
    await running.waitFor('ready')
    const postmaster = readPostmasterPid(dataDir)
    await running.kill('SIGUSR2')
    await until(() => !isAlive(postmaster))
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })
})

describe('Ctrl-C in a terminal', () => {
  it('reaches the hub and not its database, until the hub stops it', async () => {
    const running = hub()
    const connection = connectionOf(await running.waitFor('ready'))
    const postmaster = readPostmasterPid(dataDir)
    process.kill(-Number(running.process.pid), 'SIGINT')
    await running.waitFor('draining')
    expect(await ask(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await running.kill('SIGTERM')
    expect(running.process.exitCode).toBe(0)
    expect(isAlive(postmaster)).toBe(false)
  })
})

describe('a stale postmaster.pid', () => {
  it.each(['of a process that lives and is something else', 'that is empty'])(
    '%s does not stop a start',
    async (kind) => {
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
      const lockFile = join(dataDir, 'postgres', '.s.PGSQL.5432.lock')
      await start()
      const kept = { pid: `${pidFile}.kept`, lock: `${lockFile}.kept` }
      copyFileSync(pidFile, kept.pid)
      copyFileSync(lockFile, kept.lock)
      await started.pop()?.stop()

      // The number now belongs to a process of the very user that runs the database.
      const { uid, gid } = await stat(join(dataDir, 'postgres'))
      const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
      try {
        for (const [from, to] of [
          [kept.pid, pidFile],
          [kept.lock, lockFile],
        ] as const) {
          const lines = (await readFile(from, 'utf8')).split('\n')
          await writeFile(to, kind === 'that is empty' ? '' : [stranger.pid, ...lines.slice(1)].join('\n'))
        }
        const postgres = await start()
        expect(await ask(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
        expect(isAlive(Number(stranger.pid))).toBe(true)
      } finally {
        stranger.kill('SIGKILL')
      }
    },
  )
})
