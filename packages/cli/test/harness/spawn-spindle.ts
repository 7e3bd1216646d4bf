import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { awaitOutput } from './await-output.ts'
import {
  buildEnvironment,
  findHome,
  type RunningSpindle,
  type SpindleOptions,
  type TerminalOptions,
  terminalEnvironment,
} from './spindle-home.ts'

/**
 * `spindle` as its users start it: a separate process. For what only a process has: signals, pipes, a real terminal.
 */

/** A process that still runs. */
export interface SpindleProcess extends RunningSpindle {
  readonly process: ChildProcess
}

export const spindleProgram = fileURLToPath(new URL('../../bin/spindle.mjs', import.meta.url))

/** Starts a command; stdout and stderr are pipes. */
export const spawnSpindle = (args: readonly string[], options: SpindleOptions = {}): SpindleProcess =>
  start(process.execPath, [spindleProgram, ...args], options)

/** The same with a stdin that `type` writes to and that does not end. */
export const spawnWithOpenStdin = (args: readonly string[], options: SpindleOptions = {}): SpindleProcess =>
  start(process.execPath, [spindleProgram, ...args], options, { isOpen: true })

export interface PseudoTerminalOptions extends TerminalOptions {
  /** Where stdout goes in place of the terminal. */
  readonly stdoutTo?: string | undefined
}

/** Starts a command in a pseudo terminal; all it shows, stderr too, is in `stdout`. */
export function spawnInTerminal(args: readonly string[], options: PseudoTerminalOptions = {}): SpindleProcess {
  const { columns = 80, stdoutTo } = options
  const command = [process.execPath, spindleProgram, ...args].map(quoted).join(' ')
  const redirect = stdoutTo === undefined ? '' : ` > ${quoted(stdoutTo)}`
  const line = `stty cols ${columns} rows 40; exec ${command}${redirect}`
  const env = { ...terminalEnvironment, ...options.env }
  return start('script', ['-qec', line, '/dev/null'], { ...options, env }, { isOpen: true })
}

function start(
  command: string,
  args: readonly string[],
  options: SpindleOptions,
  { isOpen }: { readonly isOpen: boolean } = { isOpen: false },
): SpindleProcess {
  const { input, cwd } = options
  const child = spawn(command, args, {
    cwd: cwd ?? findHome(),
    env: buildEnvironment(options),
    stdio: [input === undefined && !isOpen ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
    })
  // A command that ends before it has read everything does not fail the test.
  child.stdin?.on('error', () => {})
  if (!isOpen) child.stdin?.end(input)
  return {
    process: child,
    result: new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, ...written }))
    }),
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    type: (text) => void child.stdin?.write(text),
    interrupt: () => void child.kill('SIGINT'),
    untilShown: (text) => awaitOutput(written, text),
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
