import { commandGroups, globalOptions } from '../../command-line/build-program.ts'
import type { Command, OptionDefinition } from '../../command-line/define-command.ts'

/**
 * The command line as a shell sees it: places, and what can be typed at each. Scripts are made of it once and for all,
 * so that a press of Tab starts no Node; and what was typed is never evaluated.
 */

/** What a value is. */
export interface CompletionValue {
  readonly kind: 'words' | 'file' | 'folder' | 'text'
  readonly words: readonly string[]
}

export interface Flag {
  /** `--limit`, and its short form where it has one. */
  readonly names: readonly string[]
  readonly summary: string
  /** Undefined for switches. */
  readonly value: CompletionValue | undefined
}

export interface Subcommand {
  readonly word: string
  readonly summary: string
}

/** The words typed so far, options apart: '', `releases`, `releases list`. */
export interface CompletionNode {
  readonly path: string
  /** The words that lead on. */
  readonly next: readonly Subcommand[]
  /** Its own options. */
  readonly flags: readonly Flag[]
  readonly positions: readonly (CompletionValue & { readonly isMany: boolean })[]
}

/** Everything that can be typed. */
export interface CompletionTree {
  /** What every place takes. */
  readonly globals: readonly Flag[]
  readonly nodes: readonly CompletionNode[]
}

export const buildCompletionTree = (commands: readonly Command[]): CompletionTree => ({
  globals: [...globalOptions.map(toFlag), { names: ['--help'], summary: 'Show help', value: undefined }],
  nodes: buildNodes(commands),
})

function buildNodes(commands: readonly Command[]): CompletionNode[] {
  const heads = new Map<string, Subcommand[]>([['', []]])
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ')
    if (second === undefined) heads.get('')?.push({ word: first, summary })
    else if (heads.has(first)) heads.get(first)?.push({ word: second, summary })
    else {
      heads.get('')?.push({ word: first, summary: commandGroups[first] ?? '' })
      heads.set(first, [{ word: second, summary }])
    }
  }
  return [
    ...[...heads].map(([path, next]) => ({ path, next, flags: [], positions: [] })),
    ...commands.map((command) => ({
      path: command.name,
      next: [],
      flags: Object.values(command.options ?? {}).map(toFlag),
      positions: listPositions(command),
    })),
  ]
}

const listPositions = (command: Command): CompletionNode['positions'] =>
  Object.entries(command.arguments ?? {}).map(([name, { choices, isMany }]) => ({
    ...completionValue(name, choices),
    isMany,
  }))

function toFlag({ flags, summary, choices }: Pick<OptionDefinition, 'flags' | 'summary' | 'choices'>): Flag {
  const placeholder = /[<[]([\w-]+)/.exec(flags)?.[1]
  return {
    names: flags.match(/(?<![\w<[-])--?[a-zA-Z][\w-]*/g) ?? [],
    summary,
    value: placeholder === undefined ? undefined : completionValue(placeholder, choices),
  }
}

/** What the placeholder of the help says is what the shell offers. */
function completionValue(placeholder: string, choices: readonly string[] = []): CompletionValue {
  if (choices.length > 0) return { kind: 'words', words: choices }
  if (/^(file|path)s?$/.test(placeholder)) return { kind: 'file', words: [] }
  return { kind: placeholder === 'folder' ? 'folder' : 'text', words: [] }
}
