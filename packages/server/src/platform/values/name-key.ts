import { foldText, typoKeys } from './search-words.ts'

/** Names of people and groups, compared without case, spaces, punctuation and accents. */

/** Names expand when they are folded, and a key is part of the cursor of a list. Longer names with one beginning are the same. */
const maxKeyBytes = 300

/** The same for all spellings of a name, and never empty. A name of signs alone keeps them. */
export function nameKey(name: string): string {
  const folded = foldText(name)
  const letters = folded.match(/[\p{L}\p{N}\p{M}]/gu)?.join('') ?? folded.replaceAll(/\s/gu, '')
  return cut(letters === '' ? name : letters)
}

/** At the end of a character. */
function cut(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxKeyBytes))
  return text.slice(0, read)
}

/** In longer names a typo is not looked for. */
const longestWithTypo = 60

/**
 * Two names that are the same, or differ by one typo, have a key in common (`typoKeys`). The first key is shared only by names
 * that are the same, so that they are found among many similar ones.
 */
export function nameKeys(accountId: string, name: string): readonly [string, ...string[]] {
  const key = nameKey(name)
  const [own = '', ...close] = typoKeys(accountId, key)
  return [`=${own}`, own, ...(key.length > longestWithTypo ? [] : close)]
}
