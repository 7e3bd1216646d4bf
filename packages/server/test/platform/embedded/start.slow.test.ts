import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/database/embedded/index.ts'
import type { Log } from '../../../src/platform/logging/log.ts'
import { silentLog } from '../../../src/platform/logging/log.ts'
import { ask, makeTemporaryDirectory } from './harness/stand-in-hub.ts'

const log = silentLog

describe('a first start', () => {
  let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>
  let dataDir: string
  let postgres: EmbeddedPostgres

  beforeAll(async () => {
    directory = await makeTemporaryDirectory()
    dataDir = join(directory.path, 'not', 'there', 'yet')
    postgres = await startEmbeddedPostgres({ dataDir, log })
  })

  afterAll(async () => {
    await postgres.stop()
    await directory.remove()
  })

  it('connects as a role that row-level security binds and that may create databases', async () => {
    expect(
      await ask(
        postgres.connection,
        `SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolreplication, rolcreatedb,
                (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()) AS owner
         FROM pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([
      {
        rolname: 'spindle',
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolreplication: false,
        rolcreatedb: true,
        owner: 'spindle',
      },
    ])
  })

  it('runs with the settings that keep what was acknowledged', async () => {
    const rows = await ask(
      postgres.connection,
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'server_encoding',
                      'listen_addresses', 'jit', 'max_connections', 'shared_buffers', 'wal_compression', 'autovacuum')`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      listen_addresses: '',
      jit: 'off',
      max_connections: '150',
      shared_buffers: '16384',
      wal_compression: 'pglz',
      autovacuum: 'on',
    })
  })

  it('lets the role create schemas, a template and copies of it', async () => {
    await ask(postgres.connection, 'CREATE SCHEMA hub; CREATE TABLE hub.t (id int); CREATE TABLE public.u (id int)')
    await ask(postgres.connection, 'CREATE DATABASE template_one')
    await ask(postgres.connection, 'CREATE DATABASE copy_one TEMPLATE template_one')
    expect(await ask({ ...postgres.connection, database: 'copy_one' }, 'SELECT current_user AS me')).toEqual([
      { me: 'spindle' },
    ])
  })

  it('keeps the passwords in a file only its owner may read, and asks for them', async () => {
    const file = join(dataDir, 'postgres-credentials.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8')).hub.password).toBe(postgres.connection.password)
    await expect(ask({ ...postgres.connection, password: 'wrong' }, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    })
  })

  it('keeps other users out of the directory of the database', async () => {
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('.postgres-new-'))).toEqual([])
  })

  it('is refused to a second start, also in the same process', async () => {
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'data_directory_locked',
      message: `Another Spindle process is using the data directory ${dataDir}`,
    })
    expect(await ask(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('keeps its rows over a stop, which may be asked for twice', async () => {
    await ask(postgres.connection, 'CREATE TABLE kept AS SELECT 7 AS value')
    await Promise.all([postgres.stop(), postgres.stop()])
    await expect(ask(postgres.connection, 'SELECT 1')).rejects.toThrow()
    postgres = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(postgres.connection, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
  })

  it('finishes a set-up that was cut off', async () => {
    const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-credentials.json'), 'utf8'))
    await ask({ ...postgres.connection, ...superuser, database: 'postgres' }, 'DROP DATABASE spindle WITH (FORCE)')
    await postgres.stop()
    postgres = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(postgres.connection, 'SELECT current_database() AS name')).toEqual([{ name: 'spindle' }])
  })

  it('refuses a server that is set not to wait for the disk', async () => {
    const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-credentials.json'), 'utf8'))
    const operator = { ...postgres.connection, ...superuser, database: 'postgres' }
    await ask(operator, 'ALTER ROLE spindle SET synchronous_commit = off')
    await postgres.stop()
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'postgres_unsafe_settings',
      message: 'PostgreSQL runs with synchronous_commit=off, but on is required',
    })
  })
})

describe('a data directory that cannot be used', () => {
  let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>

  beforeAll(async () => {
    directory = await makeTemporaryDirectory()
  })
  afterEach(() => rm(join(directory.path, 'postgres'), { recursive: true, force: true }))
  afterAll(() => directory.remove())

  it('names both versions when the database was made by another one', async () => {
    await mkdir(join(directory.path, 'postgres'))
    await writeFile(join(directory.path, 'postgres', 'PG_VERSION'), '16\n')
    await expect(startEmbeddedPostgres({ dataDir: directory.path, log })).rejects.toMatchObject({
      code: 'postgres_version_mismatch',
      message: `The database in ${directory.path}/postgres was created by PostgreSQL 16, but this hub includes PostgreSQL 18`,
      fix: expect.stringContaining('pg_dump of 16'),
    })
  })

  it('keeps its hands off a directory that holds something else', async () => {
    await mkdir(join(directory.path, 'postgres'))
    await writeFile(join(directory.path, 'postgres', 'letter.txt'), 'precious')
    await expect(startEmbeddedPostgres({ dataDir: directory.path, log })).rejects.toMatchObject({
      code: 'data_directory_damaged',
    })
    expect(await readdir(join(directory.path, 'postgres'))).toEqual(['letter.txt'])
  })

  it('reports that the file with the passwords is missing', async () => {
    await mkdir(join(directory.path, 'postgres'))
    await writeFile(join(directory.path, 'postgres', 'PG_VERSION'), '18\n')
    await expect(startEmbeddedPostgres({ dataDir: directory.path, log })).rejects.toMatchObject({
      code: 'credentials_missing',
      message: expect.stringContaining('postgres-credentials.json, is missing'),
    })
  })

  it('passes on why PostgreSQL does not start', async () => {
    const dataDir = join(directory.path, 'torn')
    await (await startEmbeddedPostgres({ dataDir, log })).stop()
    await rm(join(dataDir, 'postgres', 'global', 'pg_control'))
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'postgres_failed',
      message: expect.stringMatching(/^PostgreSQL did not start in .*: .*(pg_control|database system)/),
    })
  })

  it('is refused when it is a file', async () => {
    const dataDir = join(directory.path, 'file')
    await writeFile(dataDir, '')
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({ code: 'data_directory_not_writable' })
  })
})

describe('a data directory with a path too long for a socket', () => {
  it('is served on a loopback port', async () => {
    const directory = await makeTemporaryDirectory()
    const postgres = await startEmbeddedPostgres({ dataDir: join(directory.path, 'x'.repeat(90)), log })
    try {
      expect(postgres.connection.host).toBe('127.0.0.1')
      expect(await ask(postgres.connection, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    } finally {
      await postgres.stop()
      await directory.remove()
    }
  })
})

const recordEvents = (events: string[]): Log => {
  const record = (event: string): void => void events.push(event)
  return { debug: record, info: record, warn: record, error: record }
}

describe('an address that cannot be had', () => {
  it('is replaced by another one', async () => {
    const directory = await makeTemporaryDirectory()
    const events: string[] = []
    const start = () => startEmbeddedPostgres({ dataDir: directory.path, log: recordEvents(events) })
    await (await start()).stop()
    // A file with the name of the socket, which cannot be removed like one.
    await mkdir(join(directory.path, 'postgres', '.s.PGSQL.5432'))
    const postgres = await start()
    try {
      expect(postgres.connection.host).toBe('127.0.0.1')
      expect(events).toContain('postgres.address_in_use')
      expect(await ask(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    } finally {
      await postgres.stop()
      await directory.remove()
    }
  })
})
