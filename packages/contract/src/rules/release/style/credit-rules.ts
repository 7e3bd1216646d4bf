import { ddexInstruments, ddexRoles } from '../../../codes/ddex-words.ts'
import { findNearestName, limitGuesses } from '../../../codes/nearest-name.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import { quote, type ReleaseForRules, type ReleaseRule, writtenContributors } from '../release-view.ts'

/** What people did, in words of DDEX. */

const prefix = /^ddex:/

/** Words of other lists of DDEX, and the producer of ERN 3, which the hub writes as StudioProducer. */
const rolesOfOtherLists = ['MainArtist', 'FeaturedArtist', 'Producer']
const roles = [...ddexRoles, ...rolesOfOtherLists]
const instruments = [...ddexInstruments]

interface Credit {
  readonly pointer: string
  readonly text: string
}

interface WordList {
  /** What its words are. */
  readonly what: string
  readonly words: ReadonlySet<string>
  readonly guess: (word: string) => string | undefined
}

const wordList = (what: string, words: readonly string[]): WordList => ({
  what,
  words: new Set(words),
  guess: limitGuesses((word) => {
    const near = findNearestName(word, words)
    return near === undefined ? undefined : `Did you mean ddex:${near}?`
  }),
})

function findUnknown({ pointer, text }: Credit, { what, words, guess }: WordList): readonly Hit[] {
  const word = text.replace(prefix, '')
  if (word === text || words.has(word)) return []
  return [{ pointer, message: `${quote(word)} is not ${what} of the DDEX lists.`, fix: guess(word) }]
}

function findUnknownWords(view: ReleaseForRules): readonly Hit[] {
  const [ofRoles, ofInstruments] = [wordList('a role', roles), wordList('an instrument', instruments)]
  return writtenContributors(view).flatMap(({ value, pointer }) => [
    ...findUnknown({ pointer: `${pointer}/role`, text: value.role }, ofRoles),
    ...(value.instruments ?? []).flatMap((text, index) =>
      findUnknown({ pointer: `${pointer}/instruments/${index}`, text }, ofInstruments),
    ),
  ])
}

/** Warnings about words that are said to be of DDEX and are in none of its lists. */
export const creditRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'ddex_word_unknown',
    severity: 'warning',
    appliesTo: 'contributor',
    title: 'Roles and instruments that start with ddex: should be in the lists of DDEX',
    fix: 'Choose a word of the DDEX lists. Stores receive other words as user-defined and may ignore them.',
    source: 'DDEX allowed value sets ContributorRole and InstrumentType',
    check: findUnknownWords,
  }),
]
