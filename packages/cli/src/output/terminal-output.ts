import { stripVTControlCharacters, styleText } from 'node:util'
import { fieldChooser } from './choose-fields.ts'

/**
 * Data goes to stdout, everything said to a person goes to stderr. Text of other people is shown without control
 * characters, because a title could otherwise move the cursor or colour the terminal. In a file or a pipe, results
 * are rows for other programs, without colours, and documents are the very bytes the hub sent.
 */

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** The part of a stream that is needed; `columns` is undefined without a terminal. */
export interface OutputStream {
  write(data: string | Uint8Array, done?: () => void): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Where a command writes: results to stdout, everything for people to stderr. */
export interface Output {
  /** JSON instead of text: requested with `--json` or `--fields`. */
  readonly isJson: boolean
  /** stdout is a terminal. In a pipe, results are rows with a tab between their cells. */
  readonly isTerminal: boolean
  /** stderr is a terminal with a person. */
  readonly isLive: boolean
  /** How wide a result may be; infinite in a pipe. */
  readonly columns: number
  /** The result: `value` as JSON, or `lines` for a terminal or a pipe. */
  result(value: unknown, lines: () => readonly string[]): void
  /** One of many results as it comes: `value` as JSON on one line, or `lines`. */
  oneOfMany(value: unknown, lines: () => readonly string[]): void
  /** A result that is always JSON. */
  json(value: unknown): void
  /** A document, CSV for instance, as it is. */
  document(text: string): void
  /** Bytes as they come, no faster than they are taken. */
  stream(bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** A secret that is shown once: alone, so that a file can take it, or in `value` when JSON was requested. */
  secret(secret: string, value: unknown): void
  /** A message. */
  say(line: string): void
  /** What to do next; only for people. */
  next(line: string): void
  paint(style: Style, text: string): string
}

/** The streams, and what is known of their readers. */
export interface OutputOptions {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly json: boolean
  /** The members of a result that JSON shows; all if absent. */
  readonly fields?: readonly string[] | undefined
  readonly colour: boolean
  /** Breaks a line into parts narrower than `columns`; without it terminals break lines where they end. */
  readonly wrap?: ((line: string, columns: number) => readonly string[]) | undefined
  /** Makes the commands in a message work as printed. */
  readonly completeCommands?: ((line: string) => string) | undefined
}

/** Makes the output of one command. */
export function terminalOutput(options: OutputOptions): Output {
  const { stdout, stderr, fields, colour, wrap = (line) => [line], completeCommands = (line) => line } = options
  const isJson = options.json || fields !== undefined
  const isLive = stderr.isTTY === true
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const isTerminal = stdout.isTTY === true
  const shown = (text: string): string => (isTerminal ? escapeControls(text) : text)
  const choose = fieldChooser(fields, (line) => stderr.write(`${sanitizeLine(line)}\n`))
  const writeJson = (value: unknown, indent?: number) =>
    stdout.write(`${shown(JSON.stringify(choose(value), undefined, indent))}\n`)
  // A terminal without a known width reports 0.
  const width = Math.max(20, stderr.columns || stdout.columns || 80)
  const wrapped = (line: string): string => wrap(line, width + 1).join('\n')
  const writeLine = (line: string) =>
    stdout.write(`${isTerminal ? wrapped(sanitizeLine(line)) : stripVTControlCharacters(line).trimStart()}\n`)
  const message = (line: string): string => {
    const safe = sanitizeLine(completeCommands(line))
    return isLive ? wrapped(safe) : safe
  }
  return {
    isJson,
    isTerminal,
    isLive,
    columns: isTerminal ? width : Number.POSITIVE_INFINITY,
    result: (value, lines) => {
      if (isJson) writeJson(value, 2)
      else for (const line of lines()) writeLine(line)
    },
    oneOfMany: (value, lines) => {
      if (isJson) writeJson(value)
      else for (const line of lines()) writeLine(line)
    },
    json: (value) => void writeJson(value, 2),
    document: (text) => {
      stdout.write(shown(text))
    },
    async stream(bytes) {
      const decoder = new TextDecoder()
      for await (const chunk of bytes) {
        const data = isTerminal ? escapeControls(decoder.decode(chunk, { stream: true })) : chunk
        await new Promise<void>((resolve) => stdout.write(data, () => resolve()))
      }
    },
    secret: (secret, value) => {
      if (isJson) writeJson(value, 2)
      else stdout.write(`${secret}\n`)
    },
    say: (line) => {
      stderr.write(`${message(line)}\n`)
    },
    next: (line) => {
      if (isLive) stderr.write(`${paint('dim', message(line))}\n`)
    },
    paint,
  }
}

/** Text of other people for a terminal: without escape sequences and control characters, on one line. */
export const sanitizeText = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')

const escapeCharacter = String.fromCharCode(0x1b)
const obeyed = new RegExp(
  `${escapeCharacter}(?!\\[[\\d;]*m)|[[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]--[\\n\\t${escapeCharacter}]]`,
  'gv',
)

const controls = /[[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]--[\n\t\r]]/gv

/** A document for a terminal: control characters are shown as in JSON, `\u001b`. */
export const escapeControls = (text: string): string =>
  text.replaceAll(controls, (control) => `\\u${(control.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

/** The last guard, for whatever was forgotten before: of all that a terminal obeys, a line keeps its colours. */
const sanitizeLine = (line: string): string => line.replaceAll(obeyed, ' ')

/** `NO_COLOR` (no-color.org) and dumb terminals have no colour. */
export const supportsColour = (environment: NodeJS.ProcessEnv, stderr: OutputStream): boolean =>
  stderr.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb'
