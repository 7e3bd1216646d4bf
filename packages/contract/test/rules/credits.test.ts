import { describe, expect, it } from 'vitest'
import { ddexInstruments, ddexRoles } from '../../src/codes/ddex-words.ts'
import type { ReleaseForRules } from '../../src/rules/release/release-view.ts'
import { creditRules } from '../../src/rules/release/style/credit-rules.ts'

/** Words of DDEX in credits, as people write them. */

const [rule] = creditRules

/** The places of the findings about one contributor of the release, each with its fix. */
function fixesFor(contributor: object): unknown {
  const release = { title: 'Night Drive', type: 'single', contributors: [contributor], tracks: [] }
  const hits = rule?.check({ release } as unknown as ReleaseForRules)
  return Array.isArray(hits) ? hits.map(({ pointer, fix }: { pointer: string; fix?: string }) => [pointer, fix]) : hits
}

const fixOfRole = (role: string): unknown => fixesFor({ name: 'Cy', role })
const fixOfInstrument = (instrument: string): unknown =>
  fixesFor({ name: 'Cy', role: 'performer', instruments: [instrument] })

describe('the lists of DDEX', () => {
  it.each([
    ['roles', ddexRoles],
    ['instruments', ddexInstruments],
  ])('have %s of one word, and no mark for own words', (_, words) => {
    expect([...words].filter((word) => !/^[A-Z0-9]\S*$/.test(word))).toEqual([])
    expect(words.has('UserDefined')).toBe(false)
  })

  it('are whole', () => {
    expect([ddexRoles.size, ddexInstruments.size]).toEqual([309, 723])
  })
})

describe('a role that starts with ddex:', () => {
  it.each([
    'ddex:Vocalist',
    'ddex:BackgroundVocalist',
    'ddex:StudioProducer',
    'ddex:Producer',
    'ddex:MainArtist',
    'ddex:FeaturedArtist',
    'ddex:GuestConductor',
    'ddex:SecondEngineer',
    'producer',
    'main_artist',
  ])('is known: %s', (role) => {
    expect(fixOfRole(role)).toEqual([])
  })

  it.each([
    ['ddex:Vocallist', 'Did you mean ddex:Vocalist?'],
    ['ddex:vocalist', 'Did you mean ddex:Vocalist?'],
    ['ddex:StudioProduser', 'Did you mean ddex:StudioProducer?'],
    ['ddex:MixingEnginer', 'Did you mean ddex:MixingEngineer?'],
    ['ddex:FeatureArtist', 'Did you mean ddex:FeaturedArtist?'],
    ['ddex:Rapper', undefined],
    ['ddex:Soprano', undefined],
    ['ddex:UserDefined', undefined],
  ])('gets a warning: %s', (role, fix) => {
    expect(fixOfRole(role)).toEqual([['/contributors/0/role', fix]])
  })
})

describe('an instrument', () => {
  it.each(['ddex:Sitar', 'ddex:ElectricGuitar', 'electric guitar', 'Dustbin lid', 'sitarr'])(
    'is known, or in words of its own: %s',
    (instrument) => {
      expect(fixOfInstrument(instrument)).toEqual([])
    },
  )

  it.each([
    ['ddex:Sitarr', 'Did you mean ddex:Sitar?'],
    ['ddex:electricguitar', 'Did you mean ddex:ElectricGuitar?'],
    ['ddex:Timpanni', 'Did you mean ddex:Timpani?'],
    ['ddex:Dustbinlid', undefined],
  ])('gets a warning: %s', (instrument, fix) => {
    expect(fixOfInstrument(instrument)).toEqual([['/contributors/0/instruments/0', fix]])
  })
})
