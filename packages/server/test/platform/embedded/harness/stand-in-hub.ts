import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { EmbeddedPostgres } from '../../../../src/platform/database/embedded/index.ts'

/** Helpers of the tests in this folder: temporary data directories, hubs in separate processes, connections. */

export type Connection = EmbeddedPostgres['connection']
export type HubEvent = { event: string } & Record<string, unknown>

/** An ordinary user with a passwd entry. */
export const ordinaryUid = 65_534

export interface Hub {
  readonly process: ChildProcess
  readonly events: readonly HubEvent[]
  waitFor(event: string): Promise<HubEvent>
  kill(signal: NodeJS.Signals): Promise<void>
}

export interface HubOptions {
  readonly mode?: 'serve' | 'lock'
  readonly dataDir: string
  readonly uid?: number
  readonly source?: readonly [packageDir: string, copyParent: string]
}

export function spawnHub({ mode = 'serve', dataDir, uid, source = ['', ''] }: HubOptions): Hub {
  const script = fileURLToPath(new URL('./stand-in-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, mode, dataDir, ...source], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const events: HubEvent[] = []
  let errors = ''
  let rest = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) events.push(JSON.parse(line))
  })
  return {
    process: child,
    events,
    waitFor: async (event) => {
      await until(() => events.some((found) => found.event === event) || child.exitCode !== null, {
        what: () => `${event} after ${JSON.stringify(events)} ${errors}`,
      })
      const found = events.find((candidate) => candidate.event === event)
      if (found === undefined) throw new Error(`the hub ended without ${event}: ${JSON.stringify(events)} ${errors}`)
      return found
    },
    kill: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}

export async function until(
  holds: () => boolean | Promise<boolean>,
  { what = () => 'the condition', timeoutMs = 120_000 }: { what?: () => string; timeoutMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what()}`)
    await sleep(10)
  }
}

/** A directory every user may enter, with what is needed to remove it afterwards. */
export async function makeTemporaryDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'spindle-pg-'))
  await chmod(path, 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

export async function ask(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...connection, ssl: false })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** True once the server answers again. */
export async function answers(connection: Connection): Promise<boolean> {
  return ask(connection, 'SELECT 1').then(
    () => true,
    () => false,
  )
}

export function connectionOf(ready: HubEvent): Connection {
  return ready.connection as Connection
}

/** The number in the first line of postmaster.pid. */
export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** A zombie, whose parent has not waited for it yet, is not alive: its command line is empty. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}
