import { describe, expect, it } from 'vitest'
import type { ReleaseDocument } from '../../releases/release-model.ts'
import { checkWrittenValues } from './check-written-values.ts'

const codesOf = (members: object, isSubmitted: boolean): readonly string[] =>
  checkWrittenValues(
    {
      release: { title: 'A', type: 'single', tracks: [], ...members } as ReleaseDocument,
      legacy: false,
      uploads: new Map(),
      context: {
        today: '2026-05-01',
        assigns: { upc: true, isrc: true },
        delivered: false,
        outlets: [],
        stores: [],
        otherTracks: [],
        knownRecordings: [],
        otherReleases: [],
      },
    },
    { isSubmitted },
  ).map(({ code }) => code)

describe('checkWrittenValues', () => {
  it('finds errors in what is written', () => {
    expect(codesOf({ language: 'english', genre: 'noise?', upc: '12' }, false)).toEqual([
      'identifier_invalid',
      'genre_unknown',
      'language_invalid',
    ])
  })

  it('leaves out what is missing, and warnings', () => {
    expect(codesOf({ releaseDate: '2020-01-01' }, false)).toEqual([])
  })

  it('names what is missing if the release shall be submitted', () => {
    expect(codesOf({ label: 'Blue Lamp' }, true)).toEqual(expect.arrayContaining(['genre_missing', 'p_line_missing']))
    expect(codesOf({ label: 'Blue Lamp' }, true)).not.toContain('label_missing')
  })
})
