import { parseSearchWords } from '../model/release-document.ts'

/**
 * The words of a search as a text-search query on an account's releases: every word must begin a word of the release.
 * Words hold letters and digits only, so they need no escaping.
 */
export const buildSearchQuery = (accountId: string, text: string): string =>
  parseSearchWords(text)
    .map((word) => `'${accountId}:${word}':*`)
    .join(' & ')
