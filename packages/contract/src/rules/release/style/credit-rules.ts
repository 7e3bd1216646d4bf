import { ddexInstruments, ddexRoles } from '../../../codes/ddex-words.ts'
import { findNearestName } from '../../../errors/nearest-name.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import { quote, type ReleaseRule, writtenContributors } from '../release-view.ts'

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

function findUnknown({ pointer, text }: Credit, what: string, known: readonly string[]): readonly Hit[] {
  const word = text.replace(prefix, '')
  if (word === text || known.includes(word)) return []
  const near = findNearestName(word, known)
  return [
    {
      pointer,
      message: `${quote(word)} is not ${what} of the DDEX lists.`,
      fix: near === undefined ? undefined : `Did you mean ddex:${near}?`,
    },
  ]
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
    check: (view) =>
      writtenContributors(view).flatMap(({ value, pointer }) => [
        ...findUnknown({ pointer: `${pointer}/role`, text: value.role }, 'a role', roles),
        ...(value.instruments ?? []).flatMap((text, index) =>
          findUnknown({ pointer: `${pointer}/instruments/${index}`, text }, 'an instrument', instruments),
        ),
      ]),
  }),
]
