import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type NetConnectOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDatabase } from '../../../src/platform/open-database.ts'
import { ordinaryUid } from '../../platform/embedded/harness/stand-in-hub.ts'
import { openLine, targetOf } from '../database-line.ts'
import { eventually } from '../eventually.ts'
import { isRoot } from '../other-users.ts'
import { socketPort } from './pooler.ts'

export interface BouncerOptions {
  /** The server behind it; every database of it is available. */
  readonly connection: OpenDatabase['connection']
  /** The address: a port of this machine, or an existing folder. */
  readonly at: { readonly port: number } | { readonly folder: string }
  /** Startup parameters that it drops in place of refusing them. */
  readonly ignores?: string
  /** Connections to one database. */
  readonly poolSize?: number
}

export interface LaunchedBouncer {
  /** A port of this machine that bypasses it. */
  readonly directPort: number
  close(): Promise<void>
}

/** Debian's PgBouncer: every transaction may have another connection, and prepared statements are not tracked. */
export async function launchPgBouncer(options: BouncerOptions): Promise<LaunchedBouncer> {
  const { connection, at } = options
  const line = await openLine(targetOf(connection))
  const folder = await mkdtemp(join(tmpdir(), 'spindle-pgbouncer-'))
  const configuration = join(folder, 'pgbouncer.ini')
  await writeFile(configuration, `${describe(options, line.port).join('\n')}\n`)
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const other = isRoot ? { uid: ordinaryUid, gid: ordinaryUid } : {}
  if (isRoot && 'folder' in at) await chown(at.folder, ordinaryUid, ordinaryUid)
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
  const target = 'port' in at ? { host: '127.0.0.1', port: at.port } : { path: `${at.folder}/.s.PGSQL.${socketPort}` }
  try {
    await eventually(() => (child.exitCode === null ? isListening(target) : Promise.reject(new Error('it ended'))), {
      what: 'PgBouncer to listen',
    })
  } catch (error) {
    await close()
    throw new Error(`${(error as Error).message}:\n${said()}`, { cause: error })
  }
  return { directPort: line.port, close }
}

function describe({ connection, at, ignores = 'extra_float_digits', poolSize = 4 }: BouncerOptions, port: number) {
  const { user = '', password } = connection
  if (typeof password !== 'string') throw new Error('the test database has no password')
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${port} user=${user} password=${password}`,
    '[pgbouncer]',
    ...('port' in at
      ? ['listen_addr = 127.0.0.1', `listen_port = ${at.port}`, 'unix_socket_dir =']
      : [`listen_port = ${socketPort}`, `unix_socket_dir = ${at.folder}`]),
    'auth_type = any',
    `admin_users = ${user}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    // As in deploy/pgbouncer: the pause before it retries a server that refused it.
    'server_login_retry = 1',
    'max_client_conn = 1000',
    // Test files have many databases, one after the other.
    'server_idle_timeout = 5',
    `ignore_startup_parameters = ${ignores}`,
    ...(knowsPreparedStatements() ? ['max_prepared_statements = 0'] : []),
  ]
}

/** Supported from 1.21 on; off unless a test enables it. */
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

const isListening = (target: NetConnectOpts): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(target)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })
