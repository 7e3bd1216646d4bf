import type { Command, Option } from '../command.ts'
import { globalOptions, groups } from '../program.ts'

/**
 * The command line as a shell sees it: places, and what can be typed at each. Scripts are made of it once and for all,
 * so that a press of Tab starts no Node; and what was typed is never evaluated.
 */

/** What a value is. */
export interface Value {
  readonly kind: 'words' | 'file' | 'folder' | 'text'
  readonly words: readonly string[]
}

export interface Flag {
  /** `--limit`, and its short form where it has one. */
  readonly names: readonly string[]
  readonly summary: string
  /** Undefined for switches. */
  readonly value: Value | undefined
}

export interface Named {
  readonly word: string
  readonly summary: string
}

/** The words typed so far, options apart: '', `releases`, `releases list`. */
export interface Place {
  readonly path: string
  /** The words that lead on. */
  readonly next: readonly Named[]
  /** Its own options. */
  readonly flags: readonly Flag[]
  readonly positions: readonly (Value & { readonly isMany: boolean })[]
}

/** Everything that can be typed. */
export interface CommandLine {
  /** What every place takes. */
  readonly globals: readonly Flag[]
  readonly places: readonly Place[]
}

export const commandLineOf = (commands: readonly Command[]): CommandLine => ({
  globals: [...globalOptions.map(flagOf), { names: ['--help'], summary: 'Show help', value: undefined }],
  places: placesOf(commands),
})

function placesOf(commands: readonly Command[]): Place[] {
  const heads = new Map<string, Named[]>([['', []]])
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ')
    if (second === undefined) heads.get('')?.push({ word: first, summary })
    else if (heads.has(first)) heads.get(first)?.push({ word: second, summary })
    else {
      heads.get('')?.push({ word: first, summary: groups[first] ?? '' })
      heads.set(first, [{ word: second, summary }])
    }
  }
  return [
    ...[...heads].map(([path, next]) => ({ path, next, flags: [], positions: [] })),
    ...commands.map((command) => ({
      path: command.name,
      next: [],
      flags: Object.values(command.options ?? {}).map(flagOf),
      positions: positionsOf(command),
    })),
  ]
}

const positionsOf = (command: Command): Place['positions'] =>
  Object.entries(command.arguments ?? {}).map(([name, { choices, isMany }]) => ({
    ...meaningOf(name, choices),
    isMany,
  }))

function flagOf({ flags, summary, choices }: Pick<Option, 'flags' | 'summary' | 'choices'>): Flag {
  const placeholder = /[<[]([\w-]+)/.exec(flags)?.[1]
  return {
    names: flags.match(/(?<![\w<[-])--?[a-zA-Z][\w-]*/g) ?? [],
    summary,
    value: placeholder === undefined ? undefined : meaningOf(placeholder, choices),
  }
}

/** What the placeholder of the help says is what the shell offers. */
function meaningOf(placeholder: string, choices: readonly string[] = []): Value {
  if (choices.length > 0) return { kind: 'words', words: choices }
  if (/^(file|path)s?$/.test(placeholder)) return { kind: 'file', words: [] }
  return { kind: placeholder === 'folder' ? 'folder' : 'text', words: [] }
}
