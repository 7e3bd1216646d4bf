import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { ddexWords } from '../../src/features/interchange/ern/roles.ts'
import { writeMessage } from '../../src/features/interchange/ern/write-message.ts'
import { allowedValues, hasErnSchema, schemaErrors } from '../harness/ern-schema.ts'
import { anyInput } from './any-input.ts'
import { sample, track } from './sample.ts'

const write = (input: ErnInput): string => [...writeMessage(input)].join('')
const golden = (name: string): string => readFileSync(join(import.meta.dirname, 'golden', name), 'utf8')

const band: NonNullable<ErnInput['release']['contributors']> = [
  { name: 'Ada Lund', role: 'main_artist' },
  { name: 'Bo Ek', role: 'featured_artist' },
  { name: 'Cy Dahl', role: 'lyricist', partyIds: { ipi: '00052210040' } },
  { name: 'Cy Dahl', role: 'performer', instruments: ['Theremin', 'electric guitar'] },
  { name: 'Ada Lund', role: 'producer' },
]

const album = sample(
  {
    title: 'Night & Day',
    version: 'Deluxe',
    type: 'album',
    titles: [{ language: 'ja-jpan', title: 'ナイト' }],
    contributors: band,
    catalogNumber: 'BL-1',
    labelPartyIds: { dpid: 'PA-DPIDA-2014120301-U' },
    discTitles: ['Day', 'Night'],
    rightsController: { name: 'Blue Lamp', share: 100 },
    preorderDate: '2026-12-01',
    aiUsage: { vocals: 'generated', lyrics: 'assisted', artwork: 'none' },
  },
  [
    track(1, { version: 'Live Edit', previewStartMs: 30_500, recordingYear: 2025, recordingCountry: 'DE' }),
    track(2, { disc: 2, number: 1, availability: { hidden: true, albumOnly: true }, composition: 'cover' }),
  ],
)
const takenDown = (takedownStyle: ErnInput['receiver']['takedownStyle']): ErnInput => {
  const single = sample()
  return {
    ...single,
    purpose: 'takedown',
    providesFiles: false,
    receiver: { ...single.receiver, takedownStyle },
  }
}
const simple = sample()

const messages: readonly (readonly [string, ErnInput])[] = [
  ['album.xml', album],
  ['simple-single.xml', { ...simple, receiver: { ...simple.receiver, profile: 'SimpleAudioSingle' } }],
  ['takedown-without-deals.xml', takenDown('no_deal')],
  ['takedown-by-date.xml', takenDown('end_date')],
  ['purge.xml', takenDown('purge')],
]

describe('a message', () => {
  it.each(messages)('is written as in %s', (name, input) => expect(write(input)).toBe(golden(name)))

  it.each(messages)('is %s for the schema too', (_, input) => {
    if (hasErnSchema) expect(schemaErrors(write(input))).toEqual([])
  })

  it('writes the words that DDEX lists', () => {
    if (!hasErnSchema) return
    const [roles, instruments] = [allowedValues('ContributorRole'), allowedValues('InstrumentType')]
    expect([...ddexWords.roles].filter((role) => !roles.has(role))).toEqual([])
    expect([...ddexWords.instruments].filter((name) => !instruments.has(name))).toEqual([])
  })

  it('is one message for the same input, and the tracks come in parts', () => {
    expect(write(album)).toBe(write(structuredClone(album)))
    const many = sample(
      {},
      Array.from({ length: 300 }, (_, index) => track(index + 1)),
    )
    const parts = [...writeMessage(many)]
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(parts.join('').length / 10)
  })
})

const textsOf = (document: XmlDocument, path: string): string[] => document.find(path).map(({ content }) => content)
const duplicates = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/** What the schema lets through and the release profiles forbid. */
function profileErrors(document: XmlDocument): string[] {
  const texts = (path: string) => textsOf(document, path)
  const parties = texts('//Party/PartyReference')
  const named = new Set(
    texts(
      '//ArtistPartyReference | //ContributorPartyReference | //ReleaseLabelReference | //RightsControllerPartyReference',
    ),
  )
  const resources = texts('//ResourceReference')
  const releases = texts('//ReleaseReference')
  const used = texts('//ReleaseResourceReference | //LinkedReleaseResourceReference')
  return [
    ...parties.filter((party) => !named.has(party)).map((party) => `nobody names ${party}`),
    ...[...named].filter((party) => !parties.includes(party)).map((party) => `${party} is nobody`),
    ...used.filter((resource) => !resources.includes(resource)).map((resource) => `${resource} is no resource`),
    ...resources.filter((resource) => !used.includes(resource)).map((resource) => `nothing uses ${resource}`),
    ...texts('//DealReleaseReference').filter((release) => !releases.includes(release)),
    ...duplicates([...parties, ...resources, ...releases]),
    ...duplicates(texts('//DealReleaseReference')),
    ...document.find('//SoundRecording').flatMap((recording) => {
      const people = recording.find('Contributor/ContributorPartyReference').map(({ content }) => content)
      const artists = recording.find('DisplayArtist')
      return [...duplicates(people), ...(artists.length > 0 ? [] : ['a recording without an artist'])]
    }),
    ...document.find('//DisplayArtist[not(@SequenceNumber)]').map(() => 'an artist without a place'),
    ...document
      .find('//*[.="UserDefined"][not(@UserDefinedValue) or not(@Namespace)]')
      .map(() => 'a word without a home'),
    ...texts('//FullName').filter((name) => /^various artists$/i.test(name)),
  ]
}

describe('any release', () => {
  it('is a valid message that keeps the rules of its profile', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const xml = write(input)
        const document = XmlDocument.fromString(xml)
        try {
          expect(profileErrors(document)).toEqual([])
          expect(document.find('//SoundRecording').length).toBe(input.tracks.length)
        } finally {
          document.dispose()
        }
        if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
      }),
      { numRuns: 3000 },
    ))

  it('gives a label that is called like its artist nothing of what identifies the artist', () => {
    const ada = { name: 'Ada Lund', role: 'main_artist' as const, partyIds: { isni: '0000000121032683' } }
    const document = XmlDocument.fromString(write(sample({ label: 'Ada Lund', contributors: [ada] })))
    try {
      expect(textsOf(document, '//Party/PartyReference')).toEqual(['P1', 'P2'])
      expect(textsOf(document, '//Party[PartyId/ISNI]/PartyReference')).toEqual(['P1'])
      expect(textsOf(document, '//SoundRecording//ArtistPartyReference')).toEqual(['P1'])
      expect(textsOf(document, '//Release/ReleaseLabelReference')).toEqual(['P2'])
    } finally {
      document.dispose()
    }
  })

  it('says its title and artists as they were given', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const document = XmlDocument.fromString(write(input))
        try {
          expect(textsOf(document, '//Release/DisplayTitle[@IsDefault]/TitleText')).toEqual([input.release.title])
          expect(textsOf(document, '//SoundRecording/DisplayTitle[@IsDefault]/TitleText')).toEqual(
            input.tracks.map(({ title }) => title),
          )
        } finally {
          document.dispose()
        }
      }),
      { numRuns: 50 },
    ))
})
