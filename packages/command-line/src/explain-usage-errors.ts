import { findNearestName } from '@spindle/contract/vocabulary'
import type { CommanderError, Command as Node } from 'commander'
import { UsageError } from './command-error.ts'
import type { OptionDefinition } from './define-command.ts'

/**
 * What was most likely meant by a command line that is not understood: a slip, a word of other programs, or words in
 * another order.
 */

/** What a program knows of words. */
export interface KnownWords {
  readonly typedAs: string
  /** Every command, in the order of the help. */
  readonly commands: readonly string[]
  /** Words of other programs, by the command line that does it. */
  readonly otherWords: Readonly<Record<string, readonly string[]>>
}

/** Where in a program a command line was not understood. */
interface Place {
  /** The program and the words that were understood, as they are typed. */
  readonly name: string
  readonly known: () => KnownWords
  /** Of the command, if the words name one. */
  readonly options?: readonly OptionDefinition[]
}

/**
 * A command line that is not understood fails like everything else: with what to do, and as JSON if that was requested.
 */
export function explainUsageErrors(node: Node, place: Place): void {
  node.showSuggestionAfterError(false)
  node.exitOverride((error) => {
    throw error.message.startsWith('error: ') ? toUsageError(error, { ...place, node }) : error
  })
}

interface Misunderstood extends Place {
  readonly node: Node
}

function toUsageError({ code, message }: CommanderError, misunderstood: Misunderstood): UsageError {
  const first = message.replace('error: ', '')
  const [, unknown = ''] = /^unknown .* '(.*)'$/.exec(first) ?? []
  const meant = findMeant(unknown, misunderstood)
  const hints = [
    meant === undefined ? undefined : `Did you mean ${meant}?`,
    code === 'commander.excessArguments' ? 'Put quotes around a value with spaces.' : undefined,
    `\`${misunderstood.name} --help\` shows what it takes.`,
  ]
  return new UsageError(
    first.charAt(0).toUpperCase() + first.slice(1),
    hints.filter((hint) => hint !== undefined).join(' '),
  )
}

/** An option of the command or the program, or a command, which the unknown word stands for. */
function findMeant(unknown: string, { node, name, known, options = [] }: Misunderstood): string | undefined {
  if (unknown.startsWith('-')) return findMeantOption(unknown, node, options)
  if (unknown === '') return undefined
  const words = known()
  const found = findMeantCommand({ ...words, group: name.slice(words.typedAs.length + 1), words: node.args })
  if (found === undefined) return undefined
  return 'word' in found ? found.word : `\`${words.typedAs} ${found.line}\``
}

function findMeantOption(unknown: string, node: Node, options: readonly OptionDefinition[]): string | undefined {
  const renamed = options.find(({ formerly }) => formerly !== undefined && formerly === unknown)
  if (renamed !== undefined) return renamed.flags.split(' ', 1)[0]
  const nodes: Node[] = []
  for (let at: Node | null = node; at !== null; at = at.parent) nodes.push(at)
  const flags = nodes.flatMap((one) =>
    one
      .createHelp()
      .visibleOptions(one)
      .flatMap(({ long }) => long ?? []),
  )
  const near = findNearestName(
    unknown.replace(/^-+/, ''),
    flags.map((flag) => flag.slice(2)),
  )
  return near === undefined ? undefined : `--${near}`
}

/** The words that other programs use for the same. */
const sameVerbs: readonly (readonly string[])[] = [
  ['get', 'show', 'view', 'describe', 'info', 'inspect', 'cat', 'read', 'display'],
  ['list', 'ls', 'all', 'index', 'find', 'search', 'filter'],
  ['create', 'add', 'new', 'make', 'register', 'invite'],
  ['update', 'edit', 'set', 'change', 'modify', 'patch', 'rename'],
  ['delete', 'remove', 'rm', 'del', 'destroy', 'erase', 'drop', 'revoke', 'disable'],
  ['submit', 'publish', 'release', 'push', 'send', 'ship', 'deliver'],
  ['validate', 'check', 'lint', 'test', 'verify'],
  ['watch', 'follow', 'tail'],
  ['events', 'log', 'logs', 'history', 'activity'],
  ['cancel', 'stop', 'abort', 'kill'],
  ['clone', 'copy', 'cp', 'duplicate'],
]

const lastWord = (name: string): string => name.split(' ').at(-1) ?? ''

interface UnknownCommand extends KnownWords {
  /** The words before the unknown one, which are understood: `releases`. */
  readonly group: string
  /** The unknown word, and what follows it. */
  readonly words: readonly string[]
}

/** What was meant: another word in its place, or a whole command line. */
type MeantCommand = { readonly word: string } | { readonly line: string }

/** Undefined if nothing is near. */
function findMeantCommand({ group, words, commands, otherWords }: UnknownCommand): MeantCommand | undefined {
  const [typed = '', noun] = words.map((word) => word.toLowerCase())
  const swapped = group === '' ? findVerbFirst(typed, noun, commands) : undefined
  if (swapped?.hasNoun === true) return swapped
  const written = group === '' ? typed : `${group} ${typed}`
  const line = Object.keys(otherWords).find((known) => otherWords[known]?.includes(written))
  if (line !== undefined) return { line }
  const next = [...new Set(commands.flatMap((name) => nextWord(group, name) ?? []))]
  const word = findSameVerb(typed, next) ?? findNearestName(typed, next)
  return word === undefined ? swapped : { word }
}

/** Of `releases list` in the group `releases`: `list`. */
function nextWord(group: string, name: string): string | undefined {
  if (group === '') return name.split(' ')[0]
  return name.startsWith(`${group} `) ? name.slice(group.length + 1).split(' ')[0] : undefined
}

const findSameVerb = (typed: string, words: readonly string[]): string | undefined =>
  sameVerbs
    .filter((verbs) => verbs.includes(typed))
    .flatMap((verbs) => verbs.filter((verb) => words.includes(verb)))
    .at(0)

/** `list releases` means `releases list`; without a noun, the first command that ends with the verb. */
function findVerbFirst(verb: string, noun: string | undefined, commands: readonly string[]) {
  const grouped = commands.filter((name) => name.includes(' '))
  const lastWords = grouped.map(lastWord)
  const meant = lastWords.includes(verb) ? verb : findSameVerb(verb, lastWords)
  const [first, ...others] = grouped.filter((name) => lastWord(name) === meant)
  if (meant === undefined || first === undefined) return undefined
  const nouns = [first, ...others].map((name) => name.slice(0, -meant.length - 1))
  const near = noun === undefined ? undefined : (findNearestName(noun, nouns) ?? findNearestName(`${noun}s`, nouns))
  return { line: near === undefined ? first : `${near} ${meant}`, hasNoun: near !== undefined }
}
