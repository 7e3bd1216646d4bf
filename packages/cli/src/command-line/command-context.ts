import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { text as readAll, buffer as readBytes } from 'node:stream/consumers'
import { Spindle, type UploadCache } from '@spindle/client'
import { fileUploadCache } from '@spindle/client/node'
import { CommandError, UsageError } from '@spindle/command-line'
import { InterruptedError } from '../errors/command-error.ts'
import { type Connection, type ConnectionOptions, findConnection } from '../hub/find-connection.ts'
import type { ProfileFile } from '../hub/profile-file.ts'
import { type Output, sanitizeText } from '../output/terminal-output.ts'
import type { SpindleProgram } from './define-command.ts'

/** What the code of a command gets of the world; all of it can be given by a test. */
export interface CommandContext {
  /** The table of all commands, and what they have in common. */
  readonly program: SpindleProgram
  readonly out: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
  readonly profiles: ProfileFile
  /** The profile named by option or environment, if one is. */
  readonly askedProfile: string | undefined
  /** The address named by option, if one is. */
  readonly askedHub: string | undefined
  /** What the command remembers across runs. */
  readonly stateFolder: string
  /** Remembers unfinished uploads across runs. */
  readonly uploadCache: UploadCache
  connection(): Promise<Connection>
  /** `cache` in place of the one of this context. */
  client(cache?: UploadCache): Promise<Spindle>
  /** Whether a person can answer a question. */
  readonly canAsk: boolean
  /** The stream for people, for output that redraws itself. */
  readonly terminal: NodeJS.WriteStream
  /**
   * Asks before something is destroyed. `isYes` is the option that answers beforehand; without a terminal it must. A
   * question that needs the hub is a function, so nothing is fetched when no one can answer.
   */
  confirm(question: string | (() => Promise<string>), isYes: boolean): Promise<void>
  /** A secret: the whole of stdin, or typed without echo. */
  readSecret(what: string): Promise<string>
  readStdin(): Promise<Uint8Array<ArrayBuffer>>
  /** Stdin as it comes; ends with Ctrl-C. */
  stdin(): AsyncIterable<Uint8Array>
}

/** What a context is made of: the process around the command, and the options that every command takes. */
export interface CommandContextOptions extends ConnectionOptions {
  readonly program: SpindleProgram
  readonly out: Output
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
  readonly cwd: string
  readonly stdin: NodeJS.ReadStream
  readonly stderr: NodeJS.WriteStream
  readonly profiles: ProfileFile
  readonly stateFolder: string
  /** False with `--no-input`. */
  readonly mayAsk: boolean
}

/** Makes what the code of a command gets. Nothing is read or asked before the command needs it. */
export function commandContext(options: CommandContextOptions): CommandContext {
  const { program, out, signal, environment, cwd, stdin, stderr, profiles, stateFolder } = options
  const dialogue = { input: stdin, output: stderr }
  const isAsking = options.mayAsk && stdin.isTTY === true && out.isLive
  let connection: Promise<Connection> | undefined
  const find = () => (connection ??= findConnection(profiles, environment, options))
  const readInput = () => untilAborted(signal, readAll(stdin))
  const uploadCache = fileUploadCache(join(stateFolder, 'uploads'))
  return {
    program,
    out,
    signal,
    environment,
    cwd,
    profiles,
    stateFolder,
    stdin: () => addAbortSignal(signal, stdin),
    askedProfile: options.profile ?? environment.SPINDLE_PROFILE,
    askedHub: options.hub,
    uploadCache,
    canAsk: isAsking,
    terminal: stderr,
    connection: find,
    async client(cache = uploadCache) {
      const { baseUrl, credentials } = await find()
      return new Spindle({
        baseUrl,
        ...credentials,
        uploadCache: cache,
        logger: { warn: (message) => out.say(sanitizeText(message)) },
      })
    },
    async confirm(question, isYes) {
      if (isYes) return
      if (!isAsking) throw new UsageError('This command needs confirmation, but no terminal is attached', 'Add --yes.')
      const { confirm, isCancel } = await import('@clack/prompts')
      const message = typeof question === 'string' ? question : await question()
      const answer = await untilLeft(stdin, signal, (left) =>
        confirm({ message, initialValue: false, ...dialogue, signal: left }),
      )
      if (isCancel(answer)) throw new InterruptedError()
      if (!answer) throw new CommandError('Nothing was changed', { code: 'declined' })
    },
    async readSecret(what) {
      if (!isAsking) return (await readInput()).trim()
      const { isCancel, password } = await import('@clack/prompts')
      const answer = await untilLeft(stdin, signal, (left) => password({ message: what, ...dialogue, signal: left }))
      if (isCancel(answer)) throw new InterruptedError()
      return answer.trim()
    },
    readStdin: async () => new Uint8Array(await untilAborted(signal, readBytes(stdin))),
  }
}

const endOfInput = 4

/** Also ends the question on Ctrl-D and when the terminal closes. The library alone would wait forever. */
async function untilLeft<T>(
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
  ask: (left: AbortSignal) => Promise<T>,
): Promise<T> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  const watch = (keys: Uint8Array | string): void => {
    if (Buffer.from(keys).includes(endOfInput)) leave()
  }
  stdin.on('end', leave).on('close', leave).on('data', watch)
  try {
    return await ask(AbortSignal.any([signal, leaving.signal]))
  } finally {
    stdin.off('end', leave).off('close', leave).off('data', watch)
  }
}

/** Ctrl-C must end a command that waits for input. */
const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])
