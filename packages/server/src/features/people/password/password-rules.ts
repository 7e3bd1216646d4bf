import { AppError } from '@spindle/contract'

/**
 * Which passwords are refused (NIST SP 800-63B-4 section 3.1.1.2): those that attackers try first, and those built from
 * the context. Lists of common passwords have almost none of 15 characters, so the parts of a long one are checked:
 * common words, sequences, repetitions and the person's names are removed, and the rest must still be long.
 */

/** The source of the person's own words. */
export interface PasswordContext {
  readonly name: string
  readonly email: string
  readonly hubName: string
}

const minLength = 15
/** Characters that must remain once everything easy to guess has been taken out. */
const minRest = 8
const minDistinct = 5

/** Parts of common passwords, in lower case. */
const commonWords = (
  'password passwort passphrase qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh zxcvbnm letmein welcome iloveyou ' +
  'sunshine princess football baseball superman batman dragon monkey shadow master admin administrator login secret ' +
  'changeme default trustno1 starwars whatever computer internet michael jennifer jordan hello abc test guest root ' +
  'user spindle music label summer winter spring autumn love god pass word correcthorsebatterystaple ' +
  'correct horse battery staple'
).split(' ')

const sequences = ['0123456789', '9876543210', 'abcdefghijklmnopqrstuvwxyz', 'zyxwvutsrqponmlkjihgfedcba']

/** Throws `password_refused` with the reason. */
export function requireGoodPassword(password: string, context: PasswordContext): void {
  const text = password.normalize('NFKC').toLowerCase()
  const refuse = (detail: string, fix: string): never => {
    throw new AppError('password_refused', { errors: [{ pointer: '/password', code: 'too_easy', detail, fix }] })
  }
  if (Array.from(text).length < minLength)
    refuse(`The password has fewer than ${minLength} characters.`, 'Use several words.')
  if (new Set(text).size < minDistinct) refuse('The password repeats a few characters.', 'Use several unrelated words.')
  if (isRepetition(text)) refuse('The password repeats the same part.', 'Use several unrelated words.')
  if (restOf(text, ownWords(context)).length < minRest)
    refuse(
      'The password contains only common words, sequences or your name.',
      'Use several words that are unrelated to each other and to you.',
    )
}

/** The whole is one part, repeated at least twice. */
const isRepetition = (text: string): boolean => (text + text).indexOf(text, 1) < text.length

const ownWords = ({ name, email, hubName }: PasswordContext): string[] =>
  [name, email, hubName]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 3)

function restOf(text: string, own: readonly string[]): string {
  const words = [...commonWords, ...own].sort((a, b) => b.length - a.length)
  let rest = plainLetters(text)
  for (const word of words) rest = rest.replaceAll(plainLetters(word), ' ')
  return withoutSequences(rest).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Characters that people use in place of letters. */
const plainLetters = (text: string): string =>
  text
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o')
    .replaceAll('!', 'i')

/** Without runs of four or more characters that ascend, descend or repeat. */
function withoutSequences(text: string): string {
  let rest = text.replaceAll(/(.)\1{3,}/gu, ' ')
  for (const sequence of sequences)
    for (let length = sequence.length; length >= 4; length--)
      for (let start = 0; start + length <= sequence.length; start++)
        rest = rest.replaceAll(sequence.slice(start, start + length), ' ')
  return rest
}
