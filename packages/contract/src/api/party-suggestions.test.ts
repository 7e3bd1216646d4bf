import { describe, expect, it } from 'vitest'
import {
  AcceptedSuggestion,
  DismissedSuggestion,
  PartySuggestion,
  PartySuggestionAcceptance,
  PartySuggestionDismissal,
} from '../index.ts'
import { checkValue } from '../schema/check-value.ts'

const partyId = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

const pointersOf = (...checked: Parameters<typeof checkValue>): string[] =>
  checkValue(...checked).map(({ pointer }) => pointer)

describe('a suggestion of a party', () => {
  const match = { partyId, name: 'Ada', matchedName: 'Ada King', reason: 'same_other_name' }
  const suggestion = {
    name: 'Ada King',
    spellings: [
      { name: 'Ada King', trackCount: 11 },
      { name: 'ADA KING', trackCount: 1 },
    ],
    roles: [{ role: 'main_artist', trackCount: 12 }],
    releaseCount: 2,
    draftCount: 1,
    trackCount: 12,
    releases: [{ releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Night', status: 'live' }],
    identifiers: [{ kind: 'isni', value: '0000000121032683', releaseCount: 1 }],
    matches: [match],
  }

  it('names the parties that the name may mean, with the reason', () => {
    expect(pointersOf(PartySuggestion, suggestion)).toEqual([])
    expect(pointersOf(PartySuggestion, { ...suggestion, matches: [{ ...match, reason: 'same' }] })).toEqual([
      '/matches/0/reason',
    ])
  })

  it('has no identifier that a party does not have', () => {
    const identifiers = [{ kind: 'dpid', value: 'PADPIDA2014120301U', releaseCount: 1 }]
    expect(pointersOf(PartySuggestion, { ...suggestion, identifiers })).toEqual(['/identifiers/0/kind'])
  })

  it('has at most 10 spellings, 3 releases and 5 matches', () => {
    const many = {
      spellings: Array.from({ length: 11 }, (_, index) => ({ name: `Ada ${index}`, trackCount: 1 })),
      releases: Array.from({ length: 4 }, () => suggestion.releases[0]),
      matches: Array.from({ length: 6 }, () => match),
    }
    expect(pointersOf(PartySuggestion, { ...suggestion, ...many }).toSorted()).toEqual([
      '/matches',
      '/releases',
      '/spellings',
    ])
  })
})

describe('an accepted suggestion', () => {
  it('has no party in a preview that would create one', () => {
    const releases = { drafts: 1, submitted: 0 }
    const preview = { name: 'Ada', party: null, created: true, dryRun: true, releases, trackCount: 3 }
    expect(pointersOf(AcceptedSuggestion, preview)).toEqual([])
    expect(pointersOf(AcceptedSuggestion, { ...preview, trackCount: -1 })).toEqual(['/trackCount'])
  })

  it('is asked for with a name, and with the id of a party if there is one', () => {
    expect(pointersOf(PartySuggestionAcceptance, { name: 'Ada' })).toEqual([])
    expect(pointersOf(PartySuggestionAcceptance, { name: 'Ada', partyId, dryRun: true })).toEqual([])
    expect(pointersOf(PartySuggestionAcceptance, { name: ' ' })).toEqual(['/name'])
    expect(pointersOf(PartySuggestionAcceptance, { name: 'Ada', partyId: 'rel_1' })).toEqual(['/partyId'])
    expect(pointersOf(PartySuggestionAcceptance, { name: 'Ada', isni: '1' })).toEqual(['/isni'])
  })
})

describe('a dismissed suggestion', () => {
  it('says whether the name is suggested', () => {
    expect(pointersOf(PartySuggestionDismissal, { name: 'Ada' })).toEqual([])
    expect(pointersOf(PartySuggestionDismissal, { name: 'Ada', undo: true })).toEqual(['/undo'])
    expect(pointersOf(DismissedSuggestion, { name: 'Ada' })).toEqual(['/dismissed'])
  })
})
