import { describe, expect, it } from 'vitest'
import type { ReleaseDocument } from '../../src/index.ts'
import { checkRelease } from '../../src/rules/index.ts'

/** The fix of a code that is not on its list names the one that was meant. */

const fixOf = (code: string, members: object): string | undefined =>
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
  }).find((finding) => finding.code === code)?.fix

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
