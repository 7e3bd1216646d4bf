import type { ProgramData } from '../build-program.ts'
import type { CommandData, OptionDefinition } from '../define-command.ts'

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
  readonly program: string
  /** What every place takes. */
  readonly globals: readonly Flag[]
  readonly nodes: readonly CompletionNode[]
}

type Completed = Pick<ProgramData<never>, 'name' | 'groups' | 'globalOptions'> & {
  readonly commands: readonly CommandData[]
}

export const buildCompletionTree = ({ name, commands, groups, globalOptions }: Completed): CompletionTree => ({
  program: name,
  globals: [...globalOptions.map(toFlag), { names: ['--help'], summary: 'Show help', value: undefined }],
  nodes: buildNodes(commands, groups),
})

/** The name of a shell function for a program: `_spindle_hub`. */
export const functionName = (program: string): string => `_${program.replaceAll('-', '_')}`

/** The names of the options whose value is the next word. */
export const namesWithValue = (flags: readonly Flag[]): string[] =>
  flags.flatMap(({ names, value }) => (value === undefined ? [] : names))

function buildNodes(commands: readonly CommandData[], groups: Completed['groups']): CompletionNode[] {
  const heads = new Map<string, Subcommand[]>([['', []]])
  for (const { name, summary } of commands) {
    const words = name.split(' ')
    for (const [depth, word] of words.entries()) {
      const [head, path] = [words.slice(0, depth), words.slice(0, depth + 1)].map((some) => some.join(' '))
      const isLast = depth === words.length - 1
      if (!isLast && heads.has(path ?? '')) continue
      heads.get(head ?? '')?.push({ word, summary: isLast ? summary : (groups[path ?? ''] ?? '') })
      if (!isLast) heads.set(path ?? '', [])
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

const listPositions = (command: CommandData): CompletionNode['positions'] =>
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

/** The shell offers what the placeholder of the help names. */
function completionValue(placeholder: string, choices: readonly string[] = []): CompletionValue {
  if (choices.length > 0) return { kind: 'words', words: choices }
  if (/^(file|path)s?$|-file$/.test(placeholder)) return { kind: 'file', words: [] }
  return { kind: /^(folder|directory)$/.test(placeholder) ? 'folder' : 'text', words: [] }
}
