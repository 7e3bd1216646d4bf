import { findNearestName } from '@spindle/contract/vocabulary'

/** What a word that is not a command most likely meant: a slip, a word of other programs, or words in another order. */

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

/** A command line that was not understood. */
export interface UnknownCommand {
  /** The words before the unknown one, which are understood: `releases`. */
  readonly group: string
  /** The unknown word, and what follows it. */
  readonly words: readonly string[]
  /** Every command of the program, in the order of its help. */
  readonly commands: readonly string[]
  /** Words of other programs, by the command line that does it. */
  readonly otherWords: Readonly<Record<string, readonly string[]>>
}

/** What was meant: another word in its place, or a whole command line. */
type MeantCommand = { readonly word: string } | { readonly line: string }

/** Undefined if nothing is near. */
export function findMeantCommand({ group, words, commands, otherWords }: UnknownCommand): MeantCommand | undefined {
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
