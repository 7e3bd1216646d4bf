import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isInstalled, runCommand } from './command.ts'
import { freePort } from './program.ts'
import type { Scratch } from './scratch.ts'
import { untilListening } from './until-listening.ts'

export const isPgBouncerInstalled = (): boolean => isInstalled('pgbouncer', '--version')

export interface PgBouncer {
  readonly version: string
  /** Of the database behind it. */
  readonly databaseUrl: string
  /** Whether it supports prepared statements: from 1.21. */
  readonly preparesStatements: boolean
}

/** PgBouncer before a database, transaction by transaction. */
export async function startPgBouncer(scratch: Scratch, databaseUrl: string): Promise<PgBouncer> {
  const [version = '', minor = '0'] = /1\.(\d+)\.\d+/.exec(await runCommand('pgbouncer', ['--version'])) ?? []
  const preparesStatements = Number(minor) >= 21
  const url = new URL(databaseUrl)
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  const socketFolder = url.searchParams.get('host') ?? ''
  const port = await freePort()
  const folder = await scratch.directory('pgbouncer')
  const configuration = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${socketFolder} port=${url.searchParams.get('port')} user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 10',
    'ignore_startup_parameters = extra_float_digits',
    ...(preparesStatements ? ['max_prepared_statements = 200'] : []),
  ]
  await writeFile(configuration, `${lines.join('\n')}\n`)
  await chmod(folder, 0o755)
  await chmod(dirname(socketFolder), 0o711)
  // It refuses to run as root; whom the database belongs to may open its socket.
  const { uid, gid } = await stat(socketFolder)
  const child = spawn('pgbouncer', ['-q', configuration], { ...(uid === 0 ? {} : { uid, gid }), stdio: 'ignore' })
  const ended = once(child, 'exit')
  scratch.onClose(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await untilListening('PgBouncer', child, port)
  const pooledUrl = `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`
  return { version, databaseUrl: pooledUrl, preparesStatements }
}
