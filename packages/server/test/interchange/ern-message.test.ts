import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ddexInstruments, ddexRoles } from '@spindle/contract'
import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { instrumentOf, roleOf } from '../../src/features/interchange/ern/roles.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { allowedValues, hasErnSchema, schemaErrors } from '../harness/ern-schema.ts'
import { anyInput } from './any-input.ts'
import { testAnyRelease, textsOf, write } from './any-release.ts'
import { sample, track } from './sample.ts'

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

  it.each(
    (['4.3.1', '4.3', '3.8.3', '3.8.2'] as const).flatMap((version) =>
      messages.map(([name, input]) => [name, version, input] as const),
    ),
  )('like %s is valid in ERN %s', (_, ernVersion, input) => {
    const message = write({ ...input, receiver: { ...input.receiver, ernVersion } })
    expect(message).toContain(`xmlns:ern="http://ddex.net/xml/ern/${ernVersion.replaceAll('.', '')}"`)
    if (hasErnSchema) expect(schemaErrors(message)).toEqual([])
  })

  it('offers and recordings in Kosovo have the code of DDEX', () => {
    const release = { territories: { mode: 'include' as const, codes: ['AL', 'XK'] } }
    const message = write(sample(release, [track(1, { recordingCountry: 'XK' })]))
    expect(message.match(/<TerritoryCode>XK<\/TerritoryCode>/g)?.length).toBeGreaterThan(1)
    if (hasErnSchema) expect(schemaErrors(message)).toEqual([])
  })

  it('writes the words that DDEX lists', () => {
    if (!hasErnSchema) return
    const [roles, instruments] = [allowedValues('ContributorRole'), allowedValues('InstrumentType')]
    const all = (words: Iterable<string>): string[] => [...words].filter((word) => word !== 'UserDefined').sort()
    expect(all(ddexRoles)).toEqual(all(roles))
    expect(all(ddexInstruments)).toEqual(all(instruments))
  })

  it.each(['ArtDirector', 'ProductionCoordinator', 'GuestConductor', 'SecondEngineer', 'VideoDirector', 'Mixer'])(
    'writes the role %s as a word of DDEX',
    (role) => {
      expect(roleOf(`ddex:${role}`)).toEqual({ value: role })
    },
  )

  it('writes the instruments of DDEX as its words, and others as words of the sender', () => {
    expect(['sitar', 'Timpani', 'latin percussion', 'electric guitar', 'Alto Saxophone'].map(instrumentOf)).toEqual(
      ['Sitar', 'Timpani', 'LatinPercussion', 'ElectricGuitar', 'AltoSaxophone'].map((value) => ({ value })),
    )
    expect(['ddex:Sitar', 'ddex:ElectricGuitar'].map(instrumentOf)).toEqual([
      { value: 'Sitar' },
      { value: 'ElectricGuitar' },
    ])
    expect(instrumentOf('ddex:Zeusaphone')).toEqual({ value: 'UserDefined', userDefined: 'Zeusaphone' })
    expect(instrumentOf('Dustbin lid')).toEqual({ value: 'UserDefined', userDefined: 'Dustbin lid' })
    expect(roleOf('ddex:Rapper')).toEqual({ value: 'UserDefined', userDefined: 'Rapper' })
  })

  it.each([
    [100, []],
    [50, ['50']],
    [99.5, ['99.5']],
    [0, ['0']],
  ])('writes the share of a rights controller where it is a part: %d', (share, written) => {
    const input = sample({}, [{ ...track(1), rightsController: { name: 'Example Records', share } }])
    const document = XmlDocument.fromString(write(input))
    try {
      expect(textsOf(document, '//RightSharePercentage')).toEqual(written)
    } finally {
      document.dispose()
    }
    if (hasErnSchema) expect(schemaErrors(write(input))).toEqual([])
  })

  it.each([
    ['a label with a DPID', { label: 'Red Lamp', labelPartyIds: { dpid: 'PA-DPIDA-2014120301-U' } }, ['Red Lamp']],
    ['a label without one', { label: 'Red Lamp' }, []],
    ['the sender itself', { label: 'Red Lamp', labelPartyIds: { dpid: simple.sender.dpid } }, []],
  ])('names for whom it was sent: %s', (_, change, names) => {
    const input = sample(change)
    const document = XmlDocument.fromString(write(input))
    try {
      expect(textsOf(document, '//SentOnBehalfOf/PartyName/FullName')).toEqual(names)
    } finally {
      document.dispose()
    }
    if (hasErnSchema) expect(schemaErrors(write(input))).toEqual([])
  })

  it('is the same message for the same input, and the tracks come in parts', () => {
    expect(write(album)).toBe(write(structuredClone(album)))
    const many = sample(
      {},
      Array.from({ length: 300 }, (_, index) => track(index + 1)),
    )
    const parts = [...writeMessage(many)]
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(parts.join('').length / 10)
  })
})

describe('any release', () => {
  testAnyRelease(300)

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

  it('has its title and artists as they were given', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const document = XmlDocument.fromString(write(input))
        try {
          const titles =
            '/*[self::DisplayTitle[@IsDefault] or self::Title[@TitleType="DisplayTitle"][not(@LanguageAndScriptCode)]]/TitleText'
          const main = '//Release[not(@IsMainRelease="false")]'
          expect(textsOf(document, `(${main}|${main}/ReleaseDetailsByTerritory)${titles}`)).toEqual([
            input.release.title,
          ])
          expect(textsOf(document, `(//SoundRecording|//SoundRecordingDetailsByTerritory)${titles}`)).toEqual(
            input.tracks.map(({ title }) => title),
          )
        } finally {
          document.dispose()
        }
      }),
      { numRuns: 50 },
    ))
})
