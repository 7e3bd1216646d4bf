import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillRelease, labelKey, layerDefaults, mergeDefaults } from './fill-defaults.ts'
import type { ReleaseDefaults } from './release-defaults.ts'

const upload = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const single = (members: object = {}, ...tracks: object[]) => ({
  title: 'Night Drive',
  type: 'single' as const,
  ...members,
  tracks: (tracks.length === 0 ? [{}] : tracks).map((track) => ({ title: 'Intro', uploadId: upload, ...track })),
})

describe('fillRelease', () => {
  it('fills what release and tracks leave out, and names it', () => {
    const defaults: ReleaseDefaults = {
      label: 'Blue Lamp',
      genre: 'electronic',
      outlets: ['site-a'],
      trackDefaults: { language: 'en', composition: 'original' },
    }
    const release = single({ genre: 'jazz' }, { language: 'fr' }, {})
    expect(fillRelease(release, defaults)).toEqual({
      release: {
        ...single({ genre: 'jazz', label: 'Blue Lamp', outlets: ['site-a'] }),
        tracks: [
          { title: 'Intro', uploadId: upload, language: 'fr', composition: 'original' },
          { title: 'Intro', uploadId: upload, language: 'en', composition: 'original' },
        ],
      },
      filled: ['label', 'outlets', 'trackDefaults.composition', 'trackDefaults.language'],
    })
    expect(release).toEqual(single({ genre: 'jazz' }, { language: 'fr' }, {}))
  })

  it('leaves null and empty lists as they are', () => {
    const release = single({ outlets: null, keywords: [], contributors: [] })
    const defaults = { outlets: ['site-a'], keywords: ['night'], contributors: [{ name: 'Ada' }], isCompilation: true }
    expect(fillRelease(release, defaults)).toEqual({ release, filled: [] })
  })

  it('leaves to tracks what the release says of them', () => {
    const trackDefaults = {
      language: 'en',
      aiUsage: { vocals: 'none' },
      territories: { mode: 'worldwide' },
      contributors: [{ name: 'Ada', role: 'producer' }],
    } as const
    const said = {
      language: 'fr',
      aiUsage: { vocals: 'generated' },
      territories: { mode: 'only', codes: ['DE'] },
      isCompilation: true,
      contributors: [{ name: 'Bo', role: 'main_artist' }],
    }
    const defaults = { trackDefaults } as unknown as ReleaseDefaults
    expect(fillRelease(single(said), defaults)).toEqual({ release: single(said), filled: [] })
  })

  it.each([
    ['subgenre', { genre: 'jazz', subgenre: 'bebop' }, 'genre', 'rock'],
    ['labelPartyIds', { label: 'Blue Lamp', labelPartyIds: { dpid: 'PADPIDA2014120301U' } }, 'label', 'Other'],
  ])('fills %s only beside the value that it was written for', (member, defaults, subject, other) => {
    expect(fillRelease(single(), defaults).filled).toEqual([subject, member].sort())
    expect(fillRelease(single({ [subject]: other }), defaults).filled).toEqual([])
    expect(fillRelease(single({ [subject]: (defaults as Record<string, unknown>)[subject] }), defaults).filled).toEqual(
      [member],
    )
  })

  it.each([
    [{ releaseDate: '2027-03-05', originalReleaseDate: '1999-01-01' }, 1999, 2027],
    [{ releaseDate: '2027-03-05' }, 2027, 2027],
    [{ originalReleaseDate: '1999-01-01' }, 1999, 1999],
  ])('takes the year of lines from the dates of the release: %j', (dates, pYear, cYear) => {
    const defaults = {
      pLine: { text: 'Blue Lamp' },
      cLine: { text: 'Lamp Art' },
      trackDefaults: { pLine: { text: 'Ada' } },
    }
    const { release } = fillRelease(single(dates, {}, { firstPublicationDate: '1987-06-01' }), defaults)
    expect(release).toMatchObject({
      pLine: { year: pYear, text: 'Blue Lamp' },
      cLine: { year: cYear, text: 'Lamp Art' },
      tracks: [{ pLine: { year: pYear, text: 'Ada' } }, { pLine: { year: 1987, text: 'Ada' } }],
    })
  })

  it('fills a line without a year only if the release has a date', () => {
    const defaults = { pLine: { text: 'Blue Lamp' }, cLine: { year: 2026, text: 'Blue Lamp' } }
    expect(fillRelease(single(), defaults)).toEqual({
      release: single({ cLine: { year: 2026, text: 'Blue Lamp' } }),
      filled: ['cLine'],
    })
  })

  it('fills exactly the absent members of any release from any defaults', () => {
    const ofRelease = [
      'label',
      'genre',
      'language',
      'explicit',
      'keywords',
      'outlets',
      'territories',
      'metadata',
      'aiUsage',
    ]
    const ofTracks = ['composition', 'containsSamples', 'instrumental', 'moods', 'availability', 'recordingCountry']
    const some = (names: readonly string[], side: string) =>
      fc.subarray([...names]).map((chosen) => Object.fromEntries(chosen.map((name) => [name, `${side} ${name}`])))
    fc.assert(
      fc.property(
        some(ofRelease, 'own'),
        fc.array(some(ofTracks, 'own'), { minLength: 1, maxLength: 4 }),
        some(ofRelease, 'default'),
        some(ofTracks, 'default'),
        (own, tracks, defaults, trackDefaults) => {
          const given = { ...own, tracks }
          const { release, filled } = fillRelease(given, { ...defaults, trackDefaults } as ReleaseDefaults)
          const absent = Object.keys(defaults).filter((name) => !(name in own))
          const absentInTracks = Object.keys(trackDefaults).filter((name) => tracks.some((track) => !(name in track)))
          expect(release).toEqual({
            ...defaults,
            ...own,
            tracks: tracks.map((track) => ({ ...trackDefaults, ...track })),
          })
          expect([...filled].sort()).toEqual(
            [...absent, ...absentInTracks.map((name) => `trackDefaults.${name}`)].sort(),
          )
        },
      ),
    )
  })
})

describe('layerDefaults', () => {
  it('takes the defaults of the label first, then those of the account', () => {
    const account = {
      label: 'Other',
      labelPartyIds: { dpid: 'PADPIDA2014120301U' },
      genre: 'jazz',
      subgenre: 'bebop',
      language: 'en',
      trackDefaults: { genre: 'jazz', composition: 'original' },
    } as const
    const label = { genre: 'rock', trackDefaults: { containsSamples: false } }
    expect(layerDefaults(account, { name: 'Blue Lamp', defaults: label })).toEqual({
      label: 'Blue Lamp',
      genre: 'rock',
      language: 'en',
      trackDefaults: { composition: 'original', containsSamples: false },
    })
    expect(layerDefaults(account, undefined)).toEqual(account)
  })
})

it('mergeDefaults has no trackDefaults if neither side has one', () => {
  expect(mergeDefaults({ label: 'A', genre: 'jazz' }, { label: 'B' })).toEqual({ label: 'B', genre: 'jazz' })
})

it('labelKey ignores case, blanks around a name and the form of its letters', () => {
  expect(labelKey(' Bl\u00fce LAMP ')).toBe('bl\u00fce lamp')
  expect(labelKey('Blu\u0308e lamp')).toBe('bl\u00fce lamp')
})
