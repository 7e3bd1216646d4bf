import { LabelDefaults, ReleaseDefaults } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import {
  accountDefaultSections,
  defaultsToSend,
  labelDefaultSections,
  memberOfPointer,
  missingParts,
  trackDefaultSections,
} from './default-fields.ts'
import { fieldsOf, type Section } from './release-fields.ts'

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>
}

const membersOf = (schema: unknown): string[] => Object.keys((schema as Schema).properties).sort()
const namesOf = (sections: readonly Section[]): string[] =>
  fieldsOf(sections)
    .map(({ name }) => name)
    .sort()

const all = fieldsOf(labelDefaultSections)
const ada = { name: 'Ada', role: 'main_artist' } as const

describe('the form of defaults', () => {
  it('reaches every member of the defaults of a label, of the account and of tracks', () => {
    const { trackDefaults } = (LabelDefaults as unknown as Schema).properties
    const withoutTracks = (schema: unknown): string[] => membersOf(schema).filter((name) => name !== 'trackDefaults')
    expect(namesOf(labelDefaultSections)).toEqual(withoutTracks(LabelDefaults))
    expect(namesOf(accountDefaultSections)).toEqual(withoutTracks(ReleaseDefaults))
    expect(namesOf(trackDefaultSections)).toEqual(membersOf(trackDefaults))
  })

  it('needs no year of a line, and of a contributor either a name or an artist', () => {
    const partyId = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    expect(missingParts(all, { pLine: { text: 'Blue Lamp' }, contributors: [{ partyId }, ada] })).toEqual([])
    expect(missingParts(all, { pLine: { year: 2026 }, contributors: [ada, { role: 'composer' }] })).toEqual([
      ['contributors', 1, 'name'],
      ['pLine', 'text'],
    ])
  })

  it('sends what was not changed as the hub has it, also what it does not show', () => {
    const before = { outlets: null, later: { on: true }, genre: 'jazz', trackDefaults: { moods: ['calm'], later: 1 } }
    const after = { ...before, genre: 'folk', keywords: [], trackDefaults: { moods: ['loud'], later: 1 } }
    expect(defaultsToSend(labelDefaultSections, before, after)).toEqual({
      outlets: null,
      later: { on: true },
      genre: 'folk',
      trackDefaults: { moods: ['loud'], later: 1 },
    })
  })

  it('leaves out what was emptied, and track defaults without any value', () => {
    const before = { genre: 'jazz', trackDefaults: { genre: 'jazz' } }
    expect(defaultsToSend(labelDefaultSections, before, { trackDefaults: {} })).toEqual({})
  })

  it.each([
    ['/pLine/text', { target: 'release', path: ['pLine', 'text'] }],
    ['/contributors/1/name', { target: 'release', path: ['contributors', 1, 'name'] }],
    ['/keywords/3', { target: 'release', path: ['keywords'] }],
    ['/territories/codes/0', { target: 'release', path: ['territories'] }],
    ['/trackDefaults/moods/0', { target: 'tracks', path: ['moods'] }],
    ['/unknown', undefined],
  ])('shows %s where it can be corrected', (pointer, place) => {
    expect(memberOfPointer(labelDefaultSections, pointer)).toEqual(place)
  })
})
