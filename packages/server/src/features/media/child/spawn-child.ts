import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import type { ChildCode } from './child-files.ts'

/**
 * One child process per file. What holds it, seen on Node 24.21 (test/media/children.slow.test.ts tries every one):
 * - Node's permission model refuses every path but the code named below, writing, child processes, worker threads,
 *
 * native addons (allowed for images only, because sharp is one) and the inspector. The file itself comes as an open
 * descriptor, so no path of the storage is readable at all. The environment is empty.
 * - It does NOT restrict the network nor signals to processes of the same user: 24.21 has no `--allow-net`, and code
 *
 * that broke out of a native addon is not bound by the model at all. Where the system can, the child loses the network
 * and the account of root (`child-walls.ts`); where it cannot, a start and `doctor` say so.
 * - Processor time, resident memory and output are watched here, processor time by the kernel too, so that a child
 *
 * cannot outlive a parent that was killed. Processor time and not the clock decides, because a busy machine must not
 * reject an honest file; the clock is the last resort. Both are polled on Linux; elsewhere the kernel's limit, the
 * clock and the cap on the JavaScript heap remain.
 */

export interface ChildLimits {
  /** Processor time; the clock may show twenty times as much. */
  readonly timeoutMs: number
  readonly memoryMiB: number
  /** What the child is started by; see `ChildWalls`. */
  readonly prefix: readonly string[]
  /** The most it may say. */
  readonly maxOutputBytes: number
  /** Its input, in addition to the shared memory. */
  readonly args?: readonly string[]
  /** How much it yields to other processes; 5 by default. */
  readonly niceness?: number
}

export type ChildEnd =
  | { readonly ended: 'output'; readonly bytes: Buffer }
  | {
      readonly ended: 'failed'
      readonly reason: string
      readonly stderr: string
      /** It used up its processor time, and would again. */
      readonly isOutOfTime: boolean
    }
  | { readonly ended: 'stopped' }
  /** No process could be made: the machine is short of something, and nothing is known about the file. */
  | { readonly ended: 'unstarted'; readonly cause: Error }

export interface RunningChild {
  readonly end: Promise<ChildEnd>
  stop(): void
}

const maxStderrBytes = 4 * 1024
const pollMs = 25
/** On a busy machine a child that yields to requests gets a small part of a processor. */
const clockFactor = 20
/** Linux counts processor time in hundredths of a second for every program. */
const tickMs = 10
const pageBytes = 4096
const shell = '/bin/sh'

/** CPU seconds, no files, no core dumps: set by the shell before it becomes the child, hence kept by the kernel. */
const limitsScript = 'ulimit -t "$1" && ulimit -f 0 && ulimit -c 0; shift; unset PWD OLDPWD SHLVL; exec "$@"'

function buildCommand(
  code: ChildCode,
  { timeoutMs, memoryMiB, prefix, args: own = [] }: ChildLimits,
): { command: string; args: string[] } {
  const { entry, readable, addons } = code
  const args = [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(addons ? ['--allow-addons'] : []),
    '--max-old-space-size=64',
    '--max-semi-space-size=4',
    '--disable-warning=ExperimentalWarning',
    entry,
    String(memoryMiB),
    ...own,
  ]
  if (!existsSync(shell)) return { command: process.execPath, args }
  const cpuSeconds = String(Math.ceil(timeoutMs / 1000) + 1)
  return { command: shell, args: ['-c', limitsScript, 'sh', cpuSeconds, ...prefix, process.execPath, ...args] }
}

interface Usage {
  readonly residentBytes: number
  readonly processorMs: number
}

/** Takes what a child says, piece by piece. The child waits meanwhile: its pipe is full. */
export type TakeOutput = (piece: Buffer) => Promise<void>

/** Zeros when the system does not report it, or the process has ended. */
function readUsage(pid: number): Usage {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the name in brackets, which may hold anything, user and system time are the 12th and 13th field.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return { residentBytes: pages * pageBytes, processorMs: ((user ?? 0) + (system ?? 0)) * tickMs }
  } catch {
    return { residentBytes: 0, processorMs: 0 }
  }
}

/** Keeps the first `maxBytes` of a stream, or only counts them; answers false when there was more. */
function boundedCollector(maxBytes: number, isCountedOnly = false) {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add: (chunk: Buffer): boolean => {
      length += chunk.length
      if (length <= maxBytes && !isCountedOnly) chunks.push(chunk)
      return length <= maxBytes
    },
    bytes: (): Buffer => Buffer.concat(chunks),
  }
}

type Stop = (reason: string, isOutOfTime?: boolean) => void

/** Ends the child when it needs too long or too much; answers how to stop watching. */
function watch(child: ChildProcess, { timeoutMs, memoryMiB }: ChildLimits, stop: Stop): () => void {
  const timer = setTimeout(() => stop(`it took more than ${clockFactor * timeoutMs} ms`), clockFactor * timeoutMs)
  const poll = setInterval(() => {
    if (child.pid === undefined) return
    const { residentBytes, processorMs } = readUsage(child.pid)
    if (residentBytes > memoryMiB * 1024 * 1024) stop(`it needed more than ${memoryMiB} MiB of memory`)
    if (processorMs > timeoutMs) stop(`it needed more than ${timeoutMs} ms of processor time`, true)
  }, pollMs)
  return () => {
    clearTimeout(timer)
    clearInterval(poll)
  }
}

/** Answers come first: a request takes moments, and the sender of a file waits for it anyway. */
const usualNiceness = 5

function yieldProcessor({ pid }: ChildProcess, niceness = usualNiceness): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It has ended already, or the system does not allow it: then it is merely no quieter.
  }
}

/**
 * Starts the analysis of the open files `fds`; the child has the first one as its standard input and the others behind
 * standard error. The promise resolves however the child ends, and rejects only with what `take` rejects with. Without
 * `take` all that the child says is kept until its end.
 */
export function spawnChild(
  code: ChildCode,
  [first, ...others]: readonly [number, ...number[]],
  limits: ChildLimits,
  take?: TakeOutput,
): RunningChild {
  const { command, args } = buildCommand(code, limits)
  const stdio: StdioOptions = [first, 'pipe', 'pipe', ...others]
  const child = spawn(command, args, { env: {}, cwd: '/', stdio, windowsHide: true })
  yieldProcessor(child, limits.niceness)
  const output = boundedCollector(limits.maxOutputBytes, take !== undefined)
  const errors = boundedCollector(maxStderrBytes)
  let reason: string | undefined
  let isOutOfTime = false
  let isStopped = false
  const stop: Stop = (why, outOfTime = false) => {
    if (reason === undefined) isOutOfTime = outOfTime
    reason ??= why
    child.kill('SIGKILL')
  }
  const add = (piece: Buffer): boolean => {
    const fits = output.add(piece)
    if (!fits) stop('its output was too large')
    return fits
  }
  const end = new Promise<ChildEnd>((resolve, reject) => {
    const unwatch = watch(child, limits, stop)
    const finish = (ending: ChildEnd): void => {
      unwatch()
      resolve(isStopped ? { ended: 'stopped' } : ending)
    }
    const fail = (why: string): void =>
      finish({ ended: 'failed', reason: reason ?? why, stderr: errors.bytes().toString('utf8'), isOutOfTime })
    const taken = take && child.stdout ? takeAll(child.stdout, add, take) : Promise.resolve()
    taken.catch((error: unknown) => {
      if (child.pid === undefined) return
      unwatch()
      stop('its output is no longer read')
      reject(error)
    })
    if (!take) child.stdout?.on('data', add)
    child.stderr?.on('data', errors.add)
    child.on('error', (cause) => finish({ ended: 'unstarted', cause }))
    child.on('close', (exitCode, signal) => {
      isOutOfTime ||= signal === 'SIGXCPU'
      const ended = (): void => {
        if (reason === undefined && exitCode === 0) finish({ ended: 'output', bytes: output.bytes() })
        else fail(signal === null ? `it ended with exit code ${exitCode}` : `it was ended by ${signal}`)
      }
      void taken.then(ended, () => undefined)
    })
  })
  return {
    end,
    stop: () => {
      isStopped = true
      child.kill('SIGKILL')
    },
  }
}

async function takeAll(output: Readable, fits: (piece: Buffer) => boolean, take: TakeOutput): Promise<void> {
  for await (const piece of output as AsyncIterable<Buffer>) if (fits(piece)) await take(piece)
}
