import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'

/** `spindle` as its users run it: a process of its own, with a home that holds nothing but what the test put there. */

export interface SpindleOptions {
  /** Becomes SPINDLE_URL. */
  readonly hub?: { readonly url: string } | undefined
  /** Becomes SPINDLE_API_KEY. */
  readonly key?: string | undefined
  /** More variables; nothing of the environment of the tests is passed on but PATH. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The whole of stdin; without it stdin is /dev/null. */
  readonly input?: string | Uint8Array | undefined
  readonly cwd?: string | undefined
  /** Home, settings, state and cache; by default one for the file of tests. */
  readonly home?: string | undefined
}

export interface SpindleResult {
  /** Exit code; null when a signal ended the process. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that still runs. */
export interface RunningSpindle {
  readonly process: ChildProcess
  readonly result: Promise<SpindleResult>
  /** What it has written so far. */
  stdout(): string
  stderr(): string
  /** Types into its terminal, or writes to its stdin. */
  type(text: string): void
  /** Waits until stdout or stderr holds it. */
  untilShown(text: string): Promise<void>
}

const program = fileURLToPath(new URL('../../bin/spindle.mjs', import.meta.url))

/** Runs a command to its end; stdout and stderr are pipes. */
export const runSpindle = (args: readonly string[], options: SpindleOptions = {}): Promise<SpindleResult> =>
  startSpindle(args, options).result

/** Starts a command and lets it run. */
export const startSpindle = (args: readonly string[], options: SpindleOptions = {}): RunningSpindle =>
  start(process.execPath, [program, ...args], options)

/** The same with a stdin that `type` writes to and that does not end. */
export const startWithOpenStdin = (args: readonly string[], options: SpindleOptions = {}): RunningSpindle =>
  start(process.execPath, [program, ...args], options, { isOpen: true })

export interface TerminalOptions extends Omit<SpindleOptions, 'input'> {
  /** Width of the terminal; default 80. */
  readonly columns?: number | undefined
  /** Where stdout goes in place of the terminal. */
  readonly stdoutTo?: string | undefined
}

/** Starts a command in a pseudo terminal; all it shows, stderr too, is in `stdout`. */
export function startInTerminal(args: readonly string[], options: TerminalOptions = {}): RunningSpindle {
  const { columns = 80, stdoutTo } = options
  const command = [process.execPath, program, ...args].map(quoted).join(' ')
  const redirect = stdoutTo === undefined ? '' : ` > ${quoted(stdoutTo)}`
  const line = `stty cols ${columns} rows 40; exec ${command}${redirect}`
  const env = { TERM: 'xterm-256color', SHELL: '/bin/sh', ...options.env }
  return start('script', ['-qec', line, '/dev/null'], { ...options, env }, { isOpen: true })
}

/** Runs a command in a pseudo terminal to its end. */
export const runInTerminal = (args: readonly string[], options: TerminalOptions = {}): Promise<SpindleResult> =>
  startInTerminal(args, options).result

/** A folder for one test or file of tests; removed afterwards. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spindle-cli-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let home: string | undefined

/** The home of the file of tests that runs: files share this module, not what commands leave behind. */
function findHome(): string {
  if (home === undefined) {
    home = makeFolder()
    atEnd(() => {
      home = undefined
    })
  }
  return home
}

function start(
  command: string,
  args: readonly string[],
  options: SpindleOptions,
  { isOpen }: { readonly isOpen: boolean } = { isOpen: false },
): RunningSpindle {
  const { input, cwd } = options
  const child = spawn(command, args, {
    cwd: cwd ?? findHome(),
    env: environmentOf(options),
    stdio: [input === undefined && !isOpen ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const outcome = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      outcome[name] += text
    })
  // A command that ends before it has read everything is no failure of the test.
  child.stdin?.on('error', () => {})
  if (!isOpen) child.stdin?.end(input)
  return {
    process: child,
    result: new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, ...outcome }))
    }),
    stdout: () => outcome.stdout,
    stderr: () => outcome.stderr,
    type: (text) => void child.stdin?.write(text),
    async untilShown(text) {
      const isShown = () => outcome.stdout.includes(text) || outcome.stderr.includes(text) || undefined
      await eventually(isShown, { what: `"${text}"` }).catch((error: Error) => {
        throw new Error(`${error.message}; shown was ${JSON.stringify(outcome)}`)
      })
    },
  }
}

function environmentOf({ hub, key, env, home = findHome() }: SpindleOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    // Compiled code is the same for every home.
    XDG_CACHE_HOME: join(inject('run').folder, 'cache'),
    ...(hub === undefined ? {} : { SPINDLE_URL: hub.url }),
    ...(key === undefined ? {} : { SPINDLE_API_KEY: key }),
    ...env,
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
