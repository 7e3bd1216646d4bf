import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { freePort } from './hub.ts'
import { killAll } from './processes.ts'
import { noteMissing } from './programs.ts'
import { sshdProgram, writeSshdFiles } from './sshd-files.ts'

/** A real SFTP server for tests: OpenSSH on the loopback, with keys made for it, as the user who runs the tests. */
export interface Sshd {
  readonly host: string
  readonly port: number
  readonly user: string
  /** As ssh-keygen writes it. */
  readonly hostKey: string
  /** In OpenSSH's form; it may sign in. */
  readonly privateKey: string
  /** The folder of the store's files; outside of it is the rest of the machine. */
  readonly folder: string
  /** What the server has written so far. */
  said(): string
  /** Authorises another key, in the form of a .pub file. */
  admit(publicKey: string): Promise<void>
  /** SIGKILL for it and all its connections. */
  kill(): Promise<void>
  /** Restarts it at the same port. */
  start(): Promise<void>
}

export interface SshdOptions {
  /** Options of sftp-server, such as `-P fsync`. */
  readonly sftpOptions?: string
  readonly folder?: string
}

/** For `describe.skipIf(isSshdMissing())`. */
export function isSshdMissing(): boolean {
  const isThere = existsSync(sshdProgram)
  if (!isThere) noteMissing('sshd')
  return !isThere
}

export async function startSshd({ sftpOptions, folder }: SshdOptions = {}): Promise<Sshd> {
  const home = await mkdtemp(join(tmpdir(), 'spindle-sshd-'))
  const place = folder ?? join(home, 'store')
  await mkdir(place, { recursive: true })
  const port = await freePort()
  const { config, authorized, hostKey, privateKey } = await writeSshdFiles(home, { port, sftpOptions })
  let said = ''
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn(sshdProgram, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
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
    // Each connection is a process with a separate session.
    killAll([child.pid, ...descendantsOf(child.pid)])
    await exited
  }
  atEnd(async () => {
    await kill()
    await rm(home, { recursive: true, force: true })
  })
  await start()
  return {
    ...{ host: '127.0.0.1', port, user: userInfo().username, hostKey, folder: place, kill, start },
    privateKey,
    said: () => said,
    admit: (publicKey) => appendFile(authorized, `${publicKey.trim()}\n`),
  }
}

/** Linux only, like the rest of what these tests start. */
function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)])
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program is in parentheses and may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
