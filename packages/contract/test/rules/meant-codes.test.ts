import { describe, expect, it } from 'vitest'
import type { ReleaseDocument } from '../../src/index.ts'
import { checkRelease } from '../../src/rules/index.ts'

/** The fix of a code that is not on its list names the one that was meant. */

const fixesOf = (code: string, members: object): (string | undefined)[] =>
  checkRelease({
    release: { title: 'A', type: 'single', tracks: [], ...members } as ReleaseDocument,
    legacy: false,
    uploads: new Map(),
    context: {
      today: '2026-05-01',
      assigns: { upc: true, isrc: true },
      delivered: false,
      outlets: ['player', 'blue-store'],
      stores: [],
      otherTracks: [],
      knownRecordings: [],
      otherReleases: [],
    },
  })
    .filter((finding) => finding.code === code)
    .map(({ fix }) => fix)

const fixOf = (code: string, members: object): string | undefined => fixesOf(code, members)[0]

describe('a language', () => {
  it.each([
    ['english', 'Did you mean en?'],
    ['Portugese', 'Did you mean pt?'],
    ['de_AT', 'Did you mean de-AT?'],
    ['gibberish', 'Use a tag such as en, pt-BR or ja-Latn. For music without lyrics, use zxx.'],
  ])('%s', (language, fix) => {
    expect(fixOf('language_invalid', { language })).toBe(fix)
  })
})

describe('a time zone', () => {
  it.each([
    ['Europe/Berln', 'Did you mean Europe/Berlin?'],
    ['America/New York', 'Did you mean America/New_York?'],
    ['Middle/Earth', 'Use a name such as Europe/Berlin. Or leave it empty to use the local time of each territory.'],
  ])('%s', (timeZone, fix) => {
    expect(fixOf('time_zone_unknown', { timeZone })).toBe(fix)
  })
})

describe('an outlet', () => {
  it.each([
    ['Player', 'Did you mean player?'],
    ['blue_store', 'Did you mean blue-store?'],
    ['radio', 'Choose from the outlets of this hub, or choose all outlets.'],
  ])('%s', (outlet, fix) => {
    expect(fixOf('outlet_unknown', { outlets: [outlet] })).toBe(fix)
  })
})

describe('a genre', () => {
  it.each([
    ['Hip-Hop', 'Did you mean hip_hop?'],
    ['electrnic', 'Did you mean electronic?'],
    ['noise?', 'Choose a genre from the reference list.'],
  ])('%s', (genre, fix) => {
    expect(fixOf('genre_unknown', { genre })).toBe(fix)
  })
})

describe('a word of DDEX', () => {
  const general = 'Choose a word of the DDEX lists. Stores receive other words as user-defined and may ignore them.'
  const credited = (...instruments: string[]) => ({
    contributors: [{ name: 'Ada', role: 'ddex:StudioMusicain', instruments }],
  })

  it('is guessed, and a word without a prefix is left alone', () => {
    expect(fixesOf('ddex_word_unknown', credited('ddex:Pianoo', 'Pianoo', 'ddex:Xqzw'))).toEqual([
      'Did you mean ddex:StudioMusician?',
      'Did you mean ddex:Piano?',
      general,
    ])
  })
})

describe('many wrong codes', () => {
  const general = 'Use a tag such as en, pt-BR or ja-Latn. For music without lyrics, use zxx.'
  const titlesIn = (languages: readonly string[]) => ({
    titles: languages.map((language) => ({ language, title: 'A' })),
  })

  it('get a guess each up to twenty, and then the general advice', () => {
    const wrong = Array.from({ length: 22 }, (_, index) => `english${String.fromCharCode(97 + index)}`)
    const fixes = fixesOf('language_invalid', titlesIn(wrong))
    expect(fixes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'Did you mean en?'))
    expect(fixes.slice(20)).toEqual([general, general])
  })

  it('that are equal count once', () => {
    const wrong = [...Array.from({ length: 30 }, () => 'german'), 'french']
    const fixes = fixesOf('language_invalid', titlesIn(wrong))
    expect([fixes.length, new Set(fixes.slice(0, 30)), fixes[30]]).toEqual([
      31,
      new Set(['Did you mean de?']),
      'Did you mean fr?',
    ])
  })
})
