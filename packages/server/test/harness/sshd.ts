import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { freePort } from './hub.ts'
import { killAll } from './processes.ts'
import { noteMissing } from './programs.ts'

/** A real SFTP server for tests: OpenSSH on the loopback, with keys made for it, as the user who runs the tests. */
export interface Sshd {
  readonly host: string
  readonly port: number
  readonly user: string
  /** As ssh-keygen writes it. */
  readonly hostKey: string
  /** In OpenSSH's form; it may sign in. */
  readonly privateKey: string
  /** Where the store's files lie; outside of it is the rest of the machine. */
  readonly folder: string
  /** What the server has written so far. */
  said(): string
  /** Lets another key in, in the form of a .pub file. */
  admit(publicKey: string): Promise<void>
  /** SIGKILL for it and all its connections. */
  kill(): Promise<void>
  /** Again, at the same port. */
  start(): Promise<void>
}

export interface SshdOptions {
  /** Options of sftp-server, such as `-P fsync`. */
  readonly sftpOptions?: string
  readonly folder?: string
}

const program = '/usr/sbin/sshd'

/** For `describe.skipIf(isSshdMissing())`. */
export function isSshdMissing(): boolean {
  const isThere = existsSync(program)
  if (!isThere) noteMissing('sshd')
  return !isThere
}

export async function startSshd({ sftpOptions = '', folder }: SshdOptions = {}): Promise<Sshd> {
  const home = await mkdtemp(join(tmpdir(), 'spindle-sshd-'))
  const place = folder ?? join(home, 'store')
  await mkdir(place, { recursive: true })
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(home, name)])
  const authorized = join(home, 'authorized_keys')
  await writeFile(authorized, await readFile(join(home, 'user.pub')))
  const port = await freePort()
  const config = await writeConfig(home, { port, authorized, sftpOptions })
  let said = ''
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn(program, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    const before = said.length
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
    })
    const isUp = (): boolean => {
      if (child?.exitCode !== null) throw new Error(`sshd did not start: ${said}`)
      return said.slice(before).includes('Server listening on')
    }
    await eventually(isUp, { what: 'sshd to listen' })
  }
  const kill = async (): Promise<void> => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    // Each connection is a process in a session of its own.
    killAll([child.pid, ...descendantsOf(child.pid)])
    await exited
  }
  atEnd(async () => {
    await kill()
    await rm(home, { recursive: true, force: true })
  })
  await start()
  const [, hostKey = ''] = execFileSync('ssh-keygen', ['-l', '-f', join(home, 'host.pub')], { encoding: 'utf8' }).split(
    ' ',
  )
  return {
    ...{ host: '127.0.0.1', port, user: userInfo().username, hostKey, folder: place, kill, start },
    privateKey: await readFile(join(home, 'user'), 'utf8'),
    said: () => said,
    admit: (publicKey) => appendFile(authorized, `${publicKey.trim()}\n`),
  }
}

interface ConfigParts {
  readonly port: number
  readonly authorized: string
  readonly sftpOptions: string
}

async function writeConfig(home: string, { port, authorized, sftpOptions }: ConfigParts): Promise<string> {
  // Debian makes it when the service starts.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  const path = join(home, 'sshd_config')
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(home, 'host')}`,
    'PidFile none',
    `AuthorizedKeysFile ${authorized}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication yes',
    'KbdInteractiveAuthentication no',
    'LogLevel VERBOSE',
    'MaxStartups 100',
    `Subsystem sftp internal-sftp ${sftpOptions}`,
  ]
  // Newer ones shut out for a while who was cut off often, as tests do on purpose; older ones do not know the word.
  await writeFile(path, [...lines, 'PerSourcePenalties no', ''].join('\n'))
  if (spawnSync(program, ['-t', '-f', path]).status !== 0) await writeFile(path, [...lines, ''].join('\n'))
  return path
}

/** Linux only, like the rest of what these tests start. */
function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program stands in brackets and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
