import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDatabase } from '../../src/platform/database/open.ts'
import { ordinaryUid } from '../platform/embedded/harness/stand-in-hub.ts'
import { openLine, targetOf } from './database-line.ts'
import { eventually } from './eventually.ts'
import { freePort } from './hub.ts'
import { isRoot } from './other-users.ts'

/** Debian's PgBouncer in front of a database: every transaction may have another connection. */
export interface Bouncer {
  /** What DATABASE_URL would be. */
  readonly pooledUrl: string
  /** PostgreSQL itself. */
  readonly directUrl: string
  close(): Promise<void>
}

export async function startPgBouncer(
  { connection }: Pick<OpenDatabase, 'connection'>,
  /** Startup parameters that it drops in place of refusing them. */
  { ignores = 'extra_float_digits' }: { readonly ignores?: string } = {},
): Promise<Bouncer> {
  const { database = '', user = '', password } = connection
  if (typeof password !== 'string') throw new Error('the test database has no password')
  const line = await openLine(targetOf(connection))
  const folder = await mkdtemp(join(tmpdir(), 'spindle-pgbouncer-'))
  const port = await freePort()
  const configuration = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${line.port} user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    // As in deploy/pgbouncer: how long it tries no server again that let it in no more.
    'server_login_retry = 1',
    `ignore_startup_parameters = ${ignores}`,
    ...(knowsPreparedStatements() ? ['max_prepared_statements = 0'] : []),
  ]
  await writeFile(configuration, `${lines.join('\n')}\n`)
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const other = isRoot ? { uid: ordinaryUid, gid: ordinaryUid } : {}
  const child = spawn('pgbouncer', [configuration], { ...other, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = collect(child)
  const close = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    else child.emit('close')
    await ended
    await line.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually(() => (child.exitCode === null ? isListening(port) : Promise.reject(new Error('it ended'))), {
      what: 'PgBouncer to listen',
    })
  } catch (error) {
    await close()
    throw new Error(`${(error as Error).message}:\n${said()}`, { cause: error })
  }
  const urlOf = (at: number): string => `postgres://${user}:${password}@127.0.0.1:${at}/${database}`
  return { pooledUrl: urlOf(port), directUrl: urlOf(line.port), close }
}

/** From 1.21 on it can; a test that does not ask for it never does. */
export function knowsPreparedStatements(): boolean {
  const [, major = '1', minor = '0'] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' })) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  child.on('error', (error) => {
    text += error.message
  })
  return () => text
}

const isListening = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })
