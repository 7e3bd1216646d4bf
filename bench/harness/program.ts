import { spawn } from 'node:child_process'
import http from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scratch } from './scratch.ts'

/** A server as a separate process, started fresh and ended with its scratch folder. */
export interface Program {
  readonly url: string
  readonly pid: number
  /** From the spawn to the first 200. */
  readonly readyMs: number
  stop(): Promise<void>
}

interface StartOptions {
  readonly scratch: Scratch
  readonly args: readonly string[]
  readonly port: number
  /** Answers 200 as soon as the program does its work. */
  readonly readyPath: string
  readonly environment?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export interface CommandOptions extends StartOptions {
  /** It becomes the program that answers, without a process in between: signals reach it. */
  readonly command: string
}

export interface ProgramOptions extends StartOptions {
  /** A module that Node runs. */
  readonly module: string
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000
const pollMs = 3

export const startProgram = ({ module, args, ...options }: ProgramOptions): Promise<Program> =>
  startCommand({ ...options, command: process.execPath, args: [module, ...args] })

export async function startCommand(options: CommandOptions): Promise<Program> {
  const { scratch, command, args, port, readyPath, environment = {}, cwd } = options
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // The caller's settings must not affect what is measured.
    env: { ...inherited(), ...environment },
    cwd,
  })
  let messages = ''
  child.stderr.on('data', (chunk: Buffer) => {
    messages = (messages + chunk.toString()).slice(-4_000)
  })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  }).then(() => {
    hasEnded = true
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })])
    if (!hasEnded) child.kill('SIGKILL')
    await ended
  }
  scratch.onClose(stop)
  while (!(await answersOk(url + readyPath))) {
    if (hasEnded || performance.now() - start > startTimeoutMs)
      throw new Error(`${[command, ...args].join(' ')} did not start: ${messages}`)
    await sleep(pollMs)
  }
  return { url, pid: child.pid ?? 0, readyMs: performance.now() - start, stop }
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'SYSTEMROOT'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

function answersOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
    request.on('timeout', () => request.destroy())
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
