import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { listNotCarried } from '../../src/features/interchange/compare/not-carried.ts'
import { checkMessage } from '../../src/features/interchange/ern/check-message.ts'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { artistRoles, contributorWord, resourceRolesOf, workRoles } from '../../src/features/interchange/ern3/roles3.ts'
import { allowedValues, hasSchemaOf, schemaErrors } from '../harness/ern-schema.ts'
import { roundTrip } from '../imports/any-round-trip.ts'
import { textsOf, write } from './any-release.ts'
import { sample, track } from './sample.ts'

/** Messages of ERN 3.8.2 and 3.8.3: their structure, and what they have no word for. */

const golden = (name: string): string => readFileSync(join(import.meta.dirname, 'golden/ern3', name), 'utf8')

const written = (
  ernVersion: '3.8.2' | '3.8.3',
  input: ErnInput,
  more: Partial<ErnInput['receiver']> = {},
): ErnInput => ({
  ...input,
  receiver: { ...input.receiver, ernVersion, ...more },
})

function read(input: ErnInput, ...paths: readonly string[]): string[][] {
  const xml = write(input)
  if (hasSchemaOf(input.receiver.ernVersion)) expect(schemaErrors(xml)).toEqual([])
  const document = XmlDocument.fromString(xml)
  try {
    return paths.map((path) => textsOf(document, path).map((text) => text.replaceAll(/\s+/g, ' ').trim()))
  } finally {
    document.dispose()
  }
}

const album = sample(
  {
    title: 'Night & Day',
    version: 'Deluxe',
    type: 'album',
    titles: [{ language: 'ja-jpan', title: 'ナイト' }],
    contributors: [
      { name: 'Ada Lund', role: 'main_artist', partyIds: { isni: '0000000121032683', spotify: 'spotify:artist:1' } },
      { name: 'Bo Ek', role: 'featured_artist', names: [{ language: 'ja', name: 'ボー' }] },
      { name: 'Cy Dahl', role: 'lyricist', partyIds: { ipi: '00052210040' } },
      { name: 'Cy Dahl', role: 'performer', instruments: ['Theremin', 'electric guitar'] },
      { name: 'Ada Lund', role: 'producer' },
    ],
    catalogNumber: 'BL-1',
    discTitles: ['Day', 'Night'],
    rightsController: { name: 'Blue Lamp', share: 100 },
    preorderDate: '2026-12-01',
  },
  [
    track(1, { version: 'Live Edit', previewStartMs: 30_500, recordingYear: 2025, recordingCountry: 'DE' }),
    track(2, { disc: 2, number: 1, availability: { hidden: true, albumOnly: true }, composition: 'cover' }),
  ],
)
const takenDown = (takedownStyle: ErnInput['receiver']['takedownStyle']): ErnInput =>
  written('3.8.2', sample({}, [track(1), track(2)], { purpose: 'takedown', providesFiles: false }), { takedownStyle })

describe('a message of ERN 3', () => {
  it.each([
    ['album.xml', written('3.8.3', album)],
    ['takedown.xml', takenDown('no_deal')],
    ['purge.xml', takenDown('purge')],
  ])('is written as in %s', (name, input) => {
    const xml = write(input)
    if (hasSchemaOf(input.receiver.ernVersion)) expect(schemaErrors(xml)).toEqual([])
    expect(xml).toBe(golden(name))
  })

  it.each(['3.8.2', '3.8.3'] as const)('is read as it was written in %s', async (version) => {
    const { release, tracks } = await roundTrip(written(version, album))
    const { release: before, tracks: tracksBefore } = album
    expect(release).toMatchObject({
      title: before.title,
      version: 'Deluxe',
      titles: [{ language: 'ja-Jpan', title: 'ナイト' }],
      discTitles: ['Day', 'Night'],
      rightsController: { name: 'Blue Lamp', share: 100 },
    })
    expect(new Set(release.contributors?.map((person) => JSON.stringify(person)))).toEqual(
      new Set([
        '{"name":"Ada Lund","partyIds":{"isni":"0000000121032683","spotify":"spotify:artist:1"},"role":"main_artist"}',
        '{"name":"Bo Ek","names":[{"language":"ja","name":"ボー"}],"role":"featured_artist"}',
        '{"name":"Cy Dahl","partyIds":{"ipi":"00052210040"},"role":"performer","instruments":["Theremin","Electric Guitar"]}',
        '{"name":"Ada Lund","partyIds":{"isni":"0000000121032683","spotify":"spotify:artist:1"},"role":"producer"}',
        '{"name":"Cy Dahl","partyIds":{"ipi":"00052210040"},"role":"lyricist"}',
      ]),
    )
    expect(
      tracks.map(({ previewStartMs, recordingYear, recordingCountry, composition, availability, disc }) => ({
        previewStartMs,
        recordingYear,
        recordingCountry,
        composition,
        availability,
        disc,
      })),
    ).toEqual([
      {
        previewStartMs: 30_500,
        recordingYear: 2025,
        recordingCountry: 'DE',
        composition: undefined,
        availability: undefined,
        disc: 1,
      },
      {
        previewStartMs: undefined,
        recordingYear: undefined,
        recordingCountry: undefined,
        composition: 'cover',
        availability: { hidden: true, albumOnly: true },
        disc: 2,
      },
    ])
    expect(tracks.map(({ version: own }) => own)).toEqual(tracksBefore.map(({ version: own }) => own))
  })

  it.each([
    [100, []],
    [50, ['50']],
    [0, ['0']],
  ])('states the share of a rights controller where it is a part: %d', async (share, stated) => {
    const input = written('3.8.3', sample({ rightsController: { name: 'Blue Lamp', share } }))
    expect([...write(input).matchAll(/<RightSharePercentage>(.*?)</g)].map(([, text]) => text)).toEqual(stated)
    const { release } = await roundTrip(input)
    expect(release.rightsController).toEqual({ name: 'Blue Lamp', share })
  })

  it('has no note about its cover when it is imported', () => {
    expect(readMessage(Buffer.from(write(written('3.8.2', sample())))).notes).toEqual([])
  })

  it.each([
    [false, ['OriginalMessage']],
    [true, ['UpdateMessage']],
  ])('says whether the store was sent the release before: %s', (isUpdate, indicators) => {
    expect(read(written('3.8.2', { ...sample(), isUpdate }), '//UpdateIndicator')).toEqual([indicators])
  })

  it('names the files of its package, and none when it has no files', () => {
    const paths = ['//File/FileName', '//File/FilePath', '//HashSumAlgorithmType/@UserDefinedValue', '//AudioCodecType']
    expect(read(written('3.8.2', sample()), ...paths)).toEqual([
      ['0200000000011_T1_001.flac', '0200000000011_T2_001.jpg'],
      ['resources/', 'resources/'],
      ['SHA-256', 'SHA-256'],
      ['FLAC'],
    ])
    expect(read(written('3.8.2', { ...sample(), providesFiles: false }), ...paths)).toEqual([[], [], [], ['FLAC']])
  })

  it.each([
    ['single', 'CommonReleaseTypesTypes/14/AudioSingle'],
    ['ep', 'CommonReleaseTypesTypes/14/AudioAlbumMusicOnly'],
    ['album', 'CommonReleaseTypesTypes/14/AudioAlbumMusicOnly'],
  ] as const)('has the profile of its type: %s', (type, profile) => {
    expect(read(written('3.8.3', sample({ type })), '/*/@ReleaseProfileVersionId')).toEqual([[profile]])
  })

  it('offers its track separately, whatever profile the outlet has', () => {
    const input = written('3.8.2', sample(), { profile: 'SimpleAudioSingle' })
    expect(read(input, '//Release/@IsMainRelease', '//ReleaseType', '//DealReleaseReference')).toEqual([
      ['true', 'false'],
      ['Single', 'TrackRelease'],
      ['R0', 'R1'],
    ])
  })
})

describe('a takedown in ERN 3', () => {
  const paths = [
    '//UpdateIndicator',
    '//DealReleaseReference',
    '//TakeDown',
    '//DealTerms/TerritoryCode',
    '//StartDateTime',
  ]

  it('takes down the product and each track', () => {
    const everywhere = ['true'],
      now = ['2026-11-20T10:00:00Z']
    expect(read(takenDown('no_deal'), ...paths)).toEqual([
      ['UpdateMessage'],
      ['R0', 'R1', 'R2'],
      everywhere,
      ['Worldwide'],
      now,
    ])
    expect(readMessage(Buffer.from(write(takenDown('no_deal')))).isTakedown).toBe(true)
  })

  it('ends all deals for stores that want it by date', () => {
    const [, references, flags] = read(takenDown('end_date'), ...paths)
    expect([references, flags]).toEqual([['R0', 'R1', 'R2'], []])
    expect(new Set(read(takenDown('end_date'), '//EndDateTime')[0])).toEqual(new Set(['2026-11-18T00:00:00']))
    expect(readMessage(Buffer.from(write(takenDown('end_date')))).isTakedown).toBe(true)
  })

  it('is written alone if the release has no deals', () => {
    const release = { deals: [] }
    const input = { ...takenDown('end_date'), release: { ...takenDown('end_date').release, ...release } }
    expect(read(input, '//TakeDown')).toEqual([['true']])
  })
})

describe('people in ERN 3', () => {
  it.each([
    ['composer', '3.8.2', { isOfWork: true, word: { value: 'Composer' } }],
    ['songwriter', '3.8.2', { isOfWork: true, word: { value: 'ComposerLyricist' } }],
    ['publisher', '3.8.3', { isOfWork: true, word: { value: 'MusicPublisher' } }],
    ['producer', '3.8.2', { isOfWork: false, word: { value: 'Producer' } }],
    ['producer', '3.8.3', { isOfWork: false, word: { value: 'Producer' } }],
    ['mixer', '3.8.3', { isOfWork: false, word: { value: 'Mixer' } }],
    ['mixer', '3.8.2', { isOfWork: false, word: { value: 'UserDefined', userDefined: 'Mixer' } }],
    [
      'ddex:ImmersiveMixingEngineer',
      '3.8.3',
      { isOfWork: false, word: { value: 'UserDefined', userDefined: 'ImmersiveMixingEngineer' } },
    ],
    ['ddex:Rapper', '3.8.3', { isOfWork: false, word: { value: 'UserDefined', userDefined: 'Rapper' } }],
  ] as const)('have the word of its lists: %s in %s', (role, version, expected) => {
    expect(contributorWord(role, version)).toEqual(expected)
  })

  it.each(['3.8.2', '3.8.3'] as const)('have the lists of DDEX in %s', (version) => {
    if (!hasSchemaOf(version)) return
    const all = (...lists: Iterable<string>[]): string[] =>
      lists.flatMap((list) => [...list].filter((word) => word !== 'UserDefined')).sort()
    expect(all(artistRoles)).toEqual(all(allowedValues('ArtistRole', version)))
    expect(all(resourceRolesOf(version))).toEqual(all(allowedValues('ResourceContributorRole', version)))
    const ofRecordings = ['AssociatedPerformer', 'Contributor', 'Unknown']
    expect(all(workRoles, ofRecordings)).toEqual(
      all(allowedValues('CreativeContributorRole', version), allowedValues('BusinessContributorRole', version)),
    )
  })

  it('are contributors of their own where they played other instruments', () => {
    const contributors = [
      { name: 'Ada Lund', role: 'main_artist' as const },
      { name: 'Cy Dahl', role: 'performer' as const, instruments: ['Piano'] },
      { name: 'Cy Dahl', role: 'ddex:Vocalist' as const },
      { name: 'Cy Dahl', role: 'ddex:Conductor' as const },
    ]
    const input = written('3.8.3', sample({ contributors }))
    expect(read(input, '//ResourceContributor')).toEqual([['Cy Dahl Performer Piano', 'Cy Dahl Vocalist Conductor']])
  })

  it('are shown at the product in the roles that the store asks for', () => {
    const contributors = [
      { name: 'Ada Lund', role: 'main_artist' as const },
      { name: 'Ada Lund', role: 'producer' as const },
      { name: 'Eli Gran', role: 'remixer' as const },
    ]
    const input = written('3.8.2', sample({ contributors }), { productRoles: ['producer', 'remixer'] })
    const artists = '//Release[@IsMainRelease="true"]//DisplayArtist'
    expect(read(input, artists, `${artists}/ArtistRole/@UserDefinedValue`)).toEqual([
      ['Ada Lund MainArtist Producer', 'Eli Gran UserDefined'],
      ['Remixer'],
    ])
  })
})

describe('what ERN 3 cannot say', () => {
  const said = (release: Partial<ErnInput['release']>, ...tracks: ErnInput['tracks'][number][]) =>
    listNotCarried(written('3.8.2', sample(release, tracks.length === 0 ? [track(1)] : tracks)))

  it.each<[string, Partial<ErnInput['release']>, Partial<ErnInput['tracks'][number]>, string, string]>([
    [
      'the use of AI',
      { aiUsage: { vocals: 'generated' } },
      {},
      '/aiUsage',
      'ERN 3.8.2 has no elements for the use of AI. ERN 4.3.1 and later have them.',
    ],
    [
      'identifiers of labels',
      { labelPartyIds: { isni: '0000000121032683' } },
      {},
      '/labelPartyIds',
      'ERN 3.8.2 has no identifiers of labels, only their names.',
    ],
    [
      'a country without a year',
      {},
      { recordingCountry: 'SE' },
      '/tracks/0/recordingCountry',
      'ERN 3.8.2 has the country of a recording only together with its year.',
    ],
    [
      'a recording in Kosovo',
      {},
      { recordingCountry: 'XK', recordingYear: 2020 },
      '/tracks/0/recordingCountry',
      'ERN 3.8.2 has no code for Kosovo (XK).',
    ],
    [
      'a script',
      {},
      { language: 'zh-hant-tw' },
      '/tracks/0/language',
      'ERN 3.8.2 writes the language zh-Hant-TW as zh.',
    ],
    [
      'a language of three letters',
      {},
      { language: 'yue' },
      '/tracks/0/language',
      'ERN 3.8.2 has no code for the language yue.',
    ],
    [
      'an offer in Kosovo',
      { territories: { mode: 'include', codes: ['AL', 'XK'] } },
      {},
      '/territories',
      'ERN 3.8.2 has no code for Kosovo (XK).',
    ],
  ])('is listed: %s', (_, release, members, pointer, message) => {
    const found = said(release, track(1, members))
    expect(found).toEqual([{ pointer, message }])
  })

  it('is a compilation of one artist, and instruments of authors', () => {
    const ada = { name: 'Ada Lund', role: 'main_artist' as const }
    const contributors = [ada, { name: 'Cy Dahl', role: 'composer' as const, instruments: ['Piano'] }]
    expect(said({ displayArtist: 'Ada Lund', isCompilation: true, contributors })).toEqual([
      { pointer: '/isCompilation', message: 'ERN 3.8.2 marks only compilations of several artists.' },
      {
        pointer: '/contributors/1/instruments',
        message: 'ERN 3.8.2 has no instruments of people who wrote or published the work.',
      },
    ])
  })

  it('is kept for a hub that reads the message', async () => {
    const members = {
      language: 'yue',
      recordingCountry: 'SE',
      composition: 'adaptation',
      licence: 'Licence 1',
    } as const
    const { tracks } = await roundTrip(written('3.8.3', sample({}, [track(1, members)])))
    expect(tracks[0]).toMatchObject(members)
  })

  it('is Kosovo, and an offer without it does not become one with it', () => {
    const codes = (mode: 'include' | 'exclude', listed: string[]) => {
      const input = written('3.8.3', sample({ territories: { mode, codes: listed } }))
      const [included = [], excluded] = read(
        input,
        '//ReleaseDeal[1]/Deal[1]//TerritoryCode',
        '//ExcludedTerritoryCode',
      )
      return [included, excluded] as const
    }
    expect(codes('include', ['AL', 'XK'])).toEqual([['AL'], []])
    const [included, excluded] = codes('exclude', ['DE', 'XK'])
    expect([included.length, included.includes('DE'), included.includes('FR'), excluded]).toEqual([
      248,
      false,
      true,
      [],
    ])
  })

  it('is refused where Kosovo is all that is offered', () => {
    const input = written('3.8.3', sample({ territories: { mode: 'include', codes: ['XK'] } }))
    expect(checkMessage(input).map(({ code, pointer }) => [code, pointer])).toEqual([['unsupported_usage', '/deals']])
  })
})
