import { stripVTControlCharacters, styleText } from 'node:util'

/**
 * Data goes to stdout, everything said to a person goes to stderr. Text of other people is shown without control
 * characters, because a title could otherwise move the cursor or colour the terminal.
 */

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** The part of a stream that is needed; `columns` is undefined where there is no terminal. */
export interface Sink {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

export interface Output {
  /** JSON instead of text: asked for, or stdout is no terminal. */
  readonly isJson: boolean
  /** A person looks at stderr. */
  readonly isLive: boolean
  readonly columns: number
  /** The result: `value` as JSON, or `lines` for a terminal. */
  result(value: unknown, lines: () => readonly string[]): void
  /** Bytes of a document, CSV for instance, as they are. */
  document(text: string): void
  /** A message. */
  say(line: string): void
  /** What to do next; only for people. */
  next(line: string): void
  paint(style: Style, text: string): string
}

export interface OutputOptions {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly json: boolean
  readonly colour: boolean
}

export function createOutput({ stdout, stderr, json, colour }: OutputOptions): Output {
  const isJson = json || stdout.isTTY !== true
  const isLive = stderr.isTTY === true
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text)
  return {
    isJson,
    isLive,
    columns: Math.max(20, stderr.columns ?? stdout.columns ?? 80),
    result: (value, lines) => {
      stdout.write(
        isJson
          ? `${JSON.stringify(value, undefined, 2)}\n`
          : lines()
              .map((line) => `${line}\n`)
              .join(''),
      )
    },
    document: (text) => {
      stdout.write(text)
    },
    say: (line) => {
      stderr.write(`${line}\n`)
    },
    next: (line) => {
      if (isLive) stderr.write(`${paint('dim', line)}\n`)
    },
    paint,
  }
}

/** Text of other people for a terminal: without escape sequences and control characters, on one line. */
export const plainText = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')

/** `NO_COLOR` (no-color.org) and dumb terminals have no colour. */
export const hasColour = (environment: NodeJS.ProcessEnv, stderr: Sink): boolean =>
  stderr.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb'
