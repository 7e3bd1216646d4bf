import { PassThrough, Writable } from 'node:stream'
import { type CommandProcess, runCommandLine } from '../../src/run-command-line.ts'
import { awaitOutput, type WrittenOutput } from './await-output.ts'
import {
  buildEnvironment,
  findHome,
  type RunningSpindle,
  type SpindleOptions,
  type SpindleResult,
  type TerminalOptions,
  terminalEnvironment,
} from './spindle-home.ts'

/**
 * `spindle` within the process of the tests, with streams in place of those of a process: no start of Node for each
 * command. What only a process has is in `spawn-spindle.ts`, and a test compares the two.
 */

/** Runs a command to its end; stdout and stderr are pipes. */
export const runSpindle = (args: readonly string[], options: SpindleOptions = {}): Promise<SpindleResult> =>
  startSpindle(args, options).result

/** Starts a command and lets it run. */
export function startSpindle(args: readonly string[], options: SpindleOptions = {}): RunningSpindle {
  const running = startWithOpenStdin(args, options)
  running.stdin.end(options.input)
  return running
}

interface OpenSpindle extends RunningSpindle {
  readonly stdin: PassThrough
}

/** The same with a stdin that `type` writes to and that does not end. */
export function startWithOpenStdin(args: readonly string[], options: SpindleOptions = {}): OpenSpindle {
  const written = { stdout: '', stderr: '' }
  return start(args, options, {
    written,
    stdin: new PassThrough(),
    stdout: collector((text) => {
      written.stdout += text
    }),
    stderr: collector((text) => {
      written.stderr += text
    }),
  })
}

/** Starts a command in a terminal with a person who types; everything it shows, stderr too, is in `stdout`. */
export function startInTerminal(args: readonly string[], options: TerminalOptions = {}): SpindleInTerminal {
  const written = { stdout: '', stderr: '' }
  const size = { isTTY: true, columns: options.columns ?? 80, rows: 40 }
  // Terminals begin each line at their left.
  const shown = (): Writable =>
    Object.assign(
      collector((text) => {
        written.stdout += text.replaceAll(/(?<!\r)\n/g, '\r\n')
      }),
      size,
    )
  const stdin = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode })
  const env = { ...terminalEnvironment, ...options.env }
  const running = start(args, { ...options, env }, { written, stdin, stdout: shown(), stderr: shown() })
  // A terminal turns Ctrl-C into a signal unless the program takes keys as they come.
  const type = (text: string): void => (text === '\u0003' && !stdin.isRaw ? running.interrupt() : running.type(text))
  return { ...running, type, hangUp: () => void stdin.end() }
}

interface SpindleInTerminal extends RunningSpindle {
  /** Closes the terminal. */
  hangUp(): void
}

function setRawMode(this: { isRaw: boolean }, isRaw: boolean): unknown {
  this.isRaw = isRaw
  return this
}

/** Runs a command in a terminal to its end. */
export const runInTerminal = (args: readonly string[], options: TerminalOptions = {}): Promise<SpindleResult> =>
  startInTerminal(args, options).result

interface Streams {
  readonly written: WrittenOutput
  readonly stdin: PassThrough
  readonly stdout: Writable
  readonly stderr: Writable
}

function start(
  args: readonly string[],
  options: SpindleOptions,
  { written, stdin, stdout, stderr }: Streams,
): OpenSpindle {
  const abort = new AbortController()
  const home = options.home ?? findHome()
  const world: CommandProcess = {
    args,
    environment: buildEnvironment(options),
    cwd: options.cwd ?? home,
    home,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as NodeJS.WriteStream,
    stderr: stderr as NodeJS.WriteStream,
    signal: abort.signal,
  }
  return {
    stdin,
    result: runCommandLine(world).then((code) => ({ code, ...written })),
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    type: (text) => void stdin.write(text),
    interrupt: () => abort.abort(new Error('Interrupted')),
    untilShown: (text) => awaitOutput(written, text),
  }
}

/** Takes everything at once, as text. */
function collector(take: (text: string) => void): Writable {
  const decoder = new TextDecoder()
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(decoder.decode(chunk, { stream: true }))
      done()
    },
  })
}
