import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { systemPath } from '../process/system-path.ts'
import { listTree, sumResidentBytes } from './process-tree.ts'
import { boundedOutput, lastWords } from './program-output.ts'
import { findProgramWalls, type ProgramWalls } from './program-walls.ts'

/**
 * Runs a program that the operator named. The program is trusted, its input is not: content reaches it as a file or as
 * standard input, and no argument passes through a shell. It has none of the hub's environment, descriptors or
 * privileges, and is ended with all its processes when it takes too long or too much, or when the hub stops.
 */

export interface ProgramRun {
  readonly program: string
  readonly args?: readonly string[]
  /** Its standard input; empty without it. */
  readonly input?: Uint8Array
  /** An existing folder, also its home and its place for temporary files. */
  readonly folder: string
  /** Its variables, in addition to the path of the system. */
  readonly variables?: Readonly<Record<string, string>>
  readonly limits: ProgramLimits
  /** The run ends when it is aborted. */
  readonly signal?: AbortSignal
}

export interface ProgramLimits {
  readonly timeoutMs: number
  /** Resident memory of all its processes. Watched on Linux. */
  readonly memoryMiB: number
  /** Of its standard output. */
  readonly maxOutputBytes: number
}

export type ProgramEnd = { readonly stderr: string } & (
  | { readonly ended: 'exited'; readonly code: number; readonly stdout: Buffer }
  /** A part of a sentence says why: `it took more than 5 seconds`. */
  | { readonly ended: 'failed'; readonly reason: string }
  | { readonly ended: 'stopped' }
)

export interface ProgramRunner {
  run(asked: ProgramRun): Promise<ProgramEnd>
  /** Starts none any more, and ends those that run. */
  stop(): Promise<void>
}

export function programRunner(findWalls: () => Promise<ProgramWalls> = findProgramWalls): ProgramRunner {
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  return {
    async run(asked) {
      const walls = await findWalls()
      const signal = asked.signal ? AbortSignal.any([asked.signal, stopping.signal]) : stopping.signal
      if (signal.aborted) return { ended: 'stopped', stderr: '' }
      const run = runProgram({ ...asked, signal }, walls)
      running.add(run)
      try {
        return await run
      } finally {
        running.delete(run)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}

const shell = '/bin/sh'
/** The script is fixed; the program and its arguments are its parameters. */
const script = 'ulimit -c 0; umask 077; unset PWD OLDPWD SHLVL; exec "$@"'
const pollMs = 250
/** A process that left the group may still hold the pipes. */
const lingerMs = 2_000
/** What shells answer for a program that cannot be started. */
const unstartable: ReadonlySet<number> = new Set([126, 127])

function runProgram(
  asked: ProgramRun & { readonly signal: AbortSignal },
  { prefix }: ProgramWalls,
): Promise<ProgramEnd> {
  const { program, args = [], folder, variables, limits, signal } = asked
  const child = spawn(shell, ['-c', script, 'sh', ...prefix, program, ...args], {
    cwd: folder,
    // A variable of the operator replaces none of these.
    env: { ...variables, PATH: systemPath, HOME: folder, TMPDIR: folder },
    detached: true,
    stdio: [asked.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  let reason: string | undefined
  const end = (why: string): void => {
    reason ??= why
    void killAll(child)
  }
  const output = boundedOutput(limits.maxOutputBytes, () => end(`it printed more than ${limits.maxOutputBytes} bytes`))
  const words = lastWords()
  child.stdout?.on('data', output.add)
  child.stderr?.on('data', words.add)
  // A program may end without reading all of it.
  child.stdin?.on('error', () => {})
  child.stdin?.end(asked.input)
  const unwatch = watch(child, limits, end)
  const stop = (): void => end('it was stopped')
  signal.addEventListener('abort', stop, { once: true })
  return new Promise<ProgramEnd>((resolve) => {
    const finish = (ending: ProgramEnd): void => {
      unwatch()
      signal.removeEventListener('abort', stop)
      resolve(signal.aborted ? { ended: 'stopped', stderr: words.text() } : ending)
    }
    child.once('error', () => finish({ ended: 'failed', reason: 'it could not be started', stderr: words.text() }))
    child.once('exit', () => void releasePipes(child))
    child.once('close', (code, killer) => {
      const why = reason ?? (code === null ? `it was ended by ${killer}` : undefined)
      const cannot = code !== null && unstartable.has(code) ? `it could not be started (exit code ${code})` : undefined
      const failed = why ?? cannot
      finish(
        failed === undefined
          ? { ended: 'exited', code: code ?? 0, stdout: output.bytes(), stderr: words.text() }
          : { ended: 'failed', reason: failed, stderr: words.text() },
      )
    })
  })
}

/** Ends the program when it takes too long or too much; returns how to stop watching. */
function watch(child: ChildProcess, { timeoutMs, memoryMiB }: ProgramLimits, end: (why: string) => void): () => void {
  const timer = setTimeout(() => end(`it took more than ${timeoutMs / 1000} seconds`), timeoutMs)
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking || child.pid === undefined) return
    isLooking = true
    if ((await sumResidentBytes(child.pid)) > memoryMiB * 1024 ** 2)
      end(`it needed more than ${memoryMiB} MiB of memory`)
    isLooking = false
  }
  const poll = setInterval(() => void look(), pollMs)
  return () => {
    clearTimeout(timer)
    clearInterval(poll)
  }
}

/** The group, and what has left it. */
async function killAll(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  const tree = await listTree(pid)
  // Its id may belong to another process once it has ended.
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  for (const target of hasEnded ? [-pid] : [-pid, ...tree])
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It has ended already.
    }
}

/** After the program ended, what it left behind must not keep the run open. */
async function releasePipes(child: ChildProcess): Promise<void> {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The usual case: nothing is left of the group.
  }
  const destroy = (pipe: Readable | null): void => void pipe?.destroy()
  const timer = setTimeout(() => [child.stdout, child.stderr].forEach(destroy), lingerMs)
  child.once('close', () => clearTimeout(timer))
}
