import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { giveToPostgres, postgresOwner, postgresPrograms } from './debian-postgres.ts'
import { eventually } from './eventually.ts'
import { freePort } from './hub.ts'

/** Debian's PostgreSQL with a standby, for tests that do not need Patroni. */
export interface ReplicatedPostgres {
  readonly primary: Server
  readonly standby: Server
  /** On the primary: from now on PostgreSQL waits for the standby, or does not wait. */
  awaitStandby(isAwaited: boolean): Promise<void>
  /** The primary stops, the standby is promoted, and the old primary becomes its standby. */
  switchOver(): Promise<void>
  close(): Promise<void>
}

interface Server {
  readonly port: number
  /** Of a database that belongs to an ordinary user. */
  readonly url: string
  /** Resolves once it answers. */
  start(): Promise<void>
  /** As an operator stops it: in fast mode, which ends connections with an error. */
  stop(): Promise<void>
  /** As the superuser, in the database of the hub. */
  ask<R extends pg.QueryResultRow>(text: string): Promise<R[]>
}

const run = promisify(execFile)

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-replicated-'))
  giveToPostgres(folder)
  const program = (name: string, args: readonly string[]) =>
    run(join(postgresPrograms(), name), args, { cwd: '/', ...postgresOwner() })
  const describe = async (name: string) => describeServer(join(folder, name), await freePort())
  const [primary, standby] = [await describe('one'), await describe('two')]

  async function makePrimary(): Promise<void> {
    await program('initdb', ['--pgdata', primary.folder, '--username=postgres', '--auth=trust', '--encoding=UTF8'])
    await appendFile(
      join(primary.folder, 'postgresql.conf'),
      "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = on\n",
    )
    await primary.start()
    await primary.ask('create user spindle', 'postgres')
    await primary.ask('create database spindle owner spindle', 'postgres')
  }

  async function makeStandby(): Promise<void> {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=two`
    await program('pg_basebackup', [
      ...['--pgdata', standby.folder, '--dbname', source, '--checkpoint=fast'],
      ...['--write-recovery-conf', '--create-slot', '--slot=two'],
    ])
    await standby.start()
  }

  const close = async (): Promise<void> => {
    await Promise.all([primary.kill(), standby.kill()])
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    await makePrimary()
    await makeStandby()
  } catch (error) {
    await close()
    throw error
  }
  return {
    primary,
    standby,
    async awaitStandby(isAwaited) {
      await primary.ask(`alter system set synchronous_standby_names = '${isAwaited ? 'two' : ''}'`)
      await primary.ask('select pg_reload_conf()')
      await eventually(async () => (await primary.ask<{ found: boolean }>(isSynchronous))[0]?.found === isAwaited, {
        what: 'PostgreSQL to take that up',
      })
    },
    async switchOver() {
      await primary.stop()
      await standby.ask('select pg_promote()')
      await standby.ask(`select pg_create_physical_replication_slot('one')`)
      const source = `host=127.0.0.1 port=${standby.port} user=postgres application_name=one`
      await appendFile(
        join(primary.folder, 'postgresql.auto.conf'),
        `primary_conninfo = '${source}'\nprimary_slot_name = 'one'\n`,
      )
      await writeFile(join(primary.folder, 'standby.signal'), '')
      giveToPostgres(join(primary.folder, 'standby.signal'))
      await primary.start()
    },
    close,
  }
}

const isSynchronous = `select exists (select from pg_stat_replication where sync_state = 'sync') as found`

function describeServer(folder: string, port: number) {
  let child: ChildProcess | undefined
  const connect = async (database: string): Promise<pg.Client> => {
    // Preparing a fault does not wait for a standby.
    const options = '-c synchronous_commit=local'
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database, options })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const ask = async <R extends pg.QueryResultRow>(text: string, database = 'spindle'): Promise<R[]> => {
    const client = await connect(database)
    try {
      return (await client.query<R>(text)).rows
    } finally {
      await client.end()
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    folder,
    port,
    url: `postgres://spindle@127.0.0.1:${port}/spindle`,
    ask,
    async start() {
      const log = openSync(`${folder}.log`, 'a')
      child = spawn(join(postgresPrograms(), 'postgres'), ['-D', folder, '-p', String(port)], {
        ...postgresOwner(),
        cwd: '/',
        stdio: ['ignore', log, log],
      })
      const isUp = () =>
        ask('select 1', 'postgres').then(
          () => true,
          () => false,
        )
      await eventually(isUp, { what: `PostgreSQL (its log is ${folder}.log)` })
    },
    stop: () => end('SIGINT'),
    // Immediate mode ends the processes without waiting for a standby that is gone.
    kill: () => end('SIGQUIT'),
  }
}
