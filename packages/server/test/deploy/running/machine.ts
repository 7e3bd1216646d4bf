import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComposeFile, type ComposeService, makeVariables, readCompose } from '../compose-file.ts'

/** Runs services of the compose file without containers: as processes, each with a loopback address for its name. */
export interface Machine {
  readonly compose: ComposeFile
  readonly variables: Readonly<Record<string, string>>
  /** Removed with all its files. */
  readonly folder: string
  service(name: string): ComposeService
  /** The address of a service, or of `database`. */
  addressOf(name: string): string
  /** One more, for a second replica. */
  anotherAddress(): string
  /** Its settings, with addresses in place of names, and its own address if it listens everywhere. */
  environmentOf(name: string): Record<string, string>
  start(program: string, options: StartOptions): Started
  /** Processes that ended unexpectedly, with their output. */
  endedBadly(): string | undefined
  /** Run after the processes have ended, the newest first. */
  onClose(undo: () => Promise<void>): void
  close(): Promise<void>
}

export interface StartOptions {
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The user it runs as, which only root may choose. */
  readonly owner?: { readonly uid?: number; readonly gid?: number }
}

export interface Started {
  readonly child: ChildProcess
  said(): string
}

export type Profile = 'single' | 'ha'

export async function openMachine(profile: Profile, own: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const variables = { ...(await makeVariables(profile)), ...own }
  const compose = readCompose(variables)
  const folder = await mkdtemp(join(tmpdir(), 'spindle-compose-run-'))
  await chmod(folder, 0o755)
  // A different one in each run, because the ports are those of the file.
  const network = `127.${randomInt(1, 250)}.${randomInt(1, 250)}`
  let given = 0
  const anotherAddress = (): string => `${network}.${++given}`
  const addresses = new Map(Object.keys(compose.services).map((name) => [name, anotherAddress()]))
  const addressOf = (name: string): string => {
    const address = addresses.get(name)
    if (address === undefined) throw new Error(`there is no service ${name}`)
    return address
  }
  const isDatabase = ([, { profiles, networks }]: readonly [string, ComposeService]): boolean =>
    (profiles?.includes(profile) && networks?.default?.aliases?.includes('database')) ?? false
  addresses.set('database', addressOf(Object.entries(compose.services).find(isDatabase)?.[0] ?? ''))
  const service = (name: string): ComposeService => compose.services[name] ?? { image: '' }
  const running: Started[] = []
  const undos: (() => Promise<void>)[] = []

  const localise = (text: string, name: string): string =>
    text
      .replaceAll(/(?<![\w.-])[a-z][\w-]*(?=:\d)/g, (other) => addresses.get(other) ?? other)
      .replaceAll('0.0.0.0', addressOf(name))

  function start(program: string, { args, environment = {}, owner = {} }: StartOptions): Started {
    const child = spawn(program, args, {
      ...owner,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text = (text + chunk).slice(-8_000)
      })
    child.on('error', (error) => {
      text += error.message
    })
    const started = { child, said: () => text }
    running.push(started)
    return started
  }

  return {
    compose,
    variables,
    folder,
    service,
    addressOf,
    anotherAddress,
    environmentOf: (name) =>
      Object.fromEntries(
        Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, localise(value, name)]),
      ),
    start,
    endedBadly: () => running.find(({ child }) => child.exitCode !== null && child.exitCode !== 0)?.said(),
    onClose: (undo) => void undos.push(undo),
    async close() {
      for (const { child } of running.reverse()) await kill(child)
      for (const undo of undos.reverse()) await undo()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
