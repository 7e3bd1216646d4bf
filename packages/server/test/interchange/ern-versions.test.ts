import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { listNotCarried } from '../../src/features/interchange/compare/not-carried.ts'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { chooseVersion } from '../../src/features/interchange/store-versions.ts'
import { hasErnSchema, schemaErrors } from '../harness/ern-schema.ts'
import { roundTrip } from '../imports/any-round-trip.ts'
import { textsOf, write } from './any-release.ts'
import { sample, track } from './sample.ts'

/** What messages have in each version of ERN that the hub writes, and what they leave out. */

type Version = ErnInput['receiver']['ernVersion']

const inVersion = (ernVersion: Version, input: ErnInput): ErnInput => ({
  ...input,
  receiver: { ...input.receiver, ernVersion },
})

/** The texts at each path of the message, which is valid. */
function read(input: ErnInput, paths: readonly string[]): string[][] {
  const xml = write(input)
  if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
  const document = XmlDocument.fromString(xml)
  try {
    return paths.map((path) => textsOf(document, path))
  } finally {
    document.dispose()
  }
}

const played = sample(
  {
    aiUsage: { vocals: 'generated', lyrics: 'assisted', artwork: 'generated' },
    contributors: [
      { name: 'Ada Lund', role: 'main_artist' },
      { name: 'Cy Dahl', role: 'performer', instruments: ['Piano', 'glass harp'] },
      { name: 'Cy Dahl', role: 'ddex:Whistler' },
      { name: 'Di Falk', role: 'lyricist' },
    ],
  },
  [track(1), track(2, { aiUsage: { instruments: 'none' } })],
)
const paths = ['//Contributor/Role/Value', '//Contributor/Role[not(Value)]', '//ContainsAI', '//AiContribution']

describe('a message in ERN', () => {
  it.each(['4.3.2', '4.3.1'] as const)(
    '%s has roles with instruments, genres to display and the use of AI',
    (version) => {
      const [values, plain, ai, helped] = read(inVersion(version, played), paths)
      const roles = ['Performer', 'UserDefined', 'Lyricist', 'Vocalist']
      expect(values).toEqual([...roles, 'Performer', 'UserDefined', 'Lyricist'])
      expect([plain, ai, helped]).toEqual([[], ['Partly', 'None', 'All'], ['Partly']])
      expect(read(inVersion(version, played), ['//DisplayGenre/GenreText', '//Genre'])).toEqual([
        ['Electronic', 'Electronic', 'Electronic'],
        [],
      ])
      expect(listNotCarried(inVersion(version, played))).toEqual([])
    },
  )

  it('4.3 has plain roles and genres, and nothing about AI', () => {
    const input = inVersion('4.3', played)
    expect(read(input, paths)).toEqual([
      [],
      ['Performer', 'UserDefined', 'Lyricist', 'Performer', 'UserDefined', 'Lyricist'],
      [],
      [],
    ])
    const elements = ['//Contributor/InstrumentType', '//SpecialContributor', '//DisplayGenre', '//Genre/GenreText']
    expect(read(input, elements)).toEqual([
      ['Piano', 'GlassHarp', 'Piano', 'GlassHarp'],
      [],
      [],
      ['Electronic', 'Electronic', 'Electronic'],
    ])
    const message = 'ERN 4.3 has no elements for the use of AI. ERN 4.3.1 and later have them.'
    expect(listNotCarried(input)).toEqual([
      { pointer: '/aiUsage', message },
      { pointer: '/tracks/1/aiUsage', message },
    ])
  })

  const ada = { name: 'Ada Lund', role: 'main_artist' as const }
  const various = { name: 'Various Artists', role: 'main_artist' as const }
  it.each<[string, Partial<ErnInput['release']>, ErnInput['tracks'], readonly string[]]>([
    ['a compilation', { isCompilation: true, contributors: [ada] }, [track(1)], ['/contributors']],
    ['a shown artist', { displayArtist: 'Various Artists' }, [track(1)], ['/displayArtist']],
    ['a contributor', { contributors: [various] }, [track(1)], ['/contributors']],
    ['an artist of a track', {}, [track(1, { contributors: [various] })], ['/tracks/0/contributors']],
    [
      'both',
      { isCompilation: true },
      [track(1, { contributors: [ada] }), track(2, { contributors: [various] })],
      ['/contributors', '/tracks/1/contributors'],
    ],
  ])('4.3 names a party where others have a mark for Various Artists: %s', (_, release, tracks, pointers) => {
    const input = sample(release, [...tracks])
    const artists = ['//SpecialDisplayArtist', '//Party/PartyName[FullName="Various Artists"]/FullName']
    expect(read(inVersion('4.3', input), artists)).toEqual([[], ['Various Artists']])
    expect(read(inVersion('4.3.1', input), artists)[1]).toEqual([])
    expect(read(inVersion('4.3.1', input), artists)[0]).toContain('VariousArtists')
    expect(listNotCarried(inVersion('4.3', input)).map(({ pointer }) => pointer)).toEqual(pointers)
    expect(listNotCarried(inVersion('4.3.1', input))).toEqual([])
  })

  it.each<[string, 'explicit' | 'clean' | undefined, string[]]>([
    ['an explicit track', 'explicit', ['Explicit', 'NotExplicit', 'Explicit']],
    ['an edited track', 'clean', ['ExplicitContentEdited', 'NotExplicit', 'ExplicitContentEdited']],
    ['a track without advisory', undefined, ['Unknown', 'NotExplicit', 'Unknown']],
  ])('4.3 has the advisory that it demands: %s', (_, explicit, advisories) => {
    const [{ explicit: _release, ...release }, { explicit: _track, ...first }] = [sample().release, track(1)]
    const input = { ...sample({}, [{ ...first, ...(explicit && { explicit }) }, track(2)]), release }
    const elements = ['//SoundRecording/ParentalWarningType | //Release/ParentalWarningType']
    expect(read(inVersion('4.3', input), elements)).toEqual([advisories])
    expect(read(inVersion('4.3.2', input), elements)[0]?.length).toBe(explicit === undefined ? 1 : 2)
  })

  it.each(['4.3.2', '4.3.1', '4.3'] as const)('%s is read as it was written', async (version) => {
    const contributors = [ada, { name: 'Cy Dahl', role: 'performer' as const, instruments: ['Piano'] }]
    const { release, tracks } = await roundTrip(
      inVersion(version, sample({ contributors, aiUsage: { vocals: 'none' } }, [track(1)])),
    )
    const people = tracks[0]?.contributors ?? release.contributors
    expect(people).toEqual([ada, { name: 'Cy Dahl', role: 'performer', instruments: ['Piano'] }])
    expect(release.aiUsage === undefined).toBe(version === '4.3')
  })
})

describe('people who are shown at the product', () => {
  const shown = (
    contributors: NonNullable<ErnInput['release']['contributors']>,
    ernVersion: Version,
    more = {},
  ): ErnInput => {
    const input = sample({ contributors, ...more }, [
      track(1, { contributors: [{ name: 'Bo Ek', role: 'main_artist' }] }),
    ])
    return { ...input, receiver: { ...input.receiver, ernVersion, productRoles: ['producer', 'remixer'] } }
  }
  const product = [
    '//Release/DisplayArtist/ArtistPartyReference',
    '//Release/DisplayArtist/DisplayArtistRole',
    '//Release/DisplayArtist/DisplayArtistRole/@UserDefinedValue',
  ]
  const artistic = '//Release/DisplayArtist/ArtisticRole'

  it.each(['4.3.2', '4.3'] as const)('are its producers and remixers too in ERN %s', (version) => {
    const input = shown(
      [
        { name: 'Di Falk', role: 'producer' },
        { name: 'Ada Lund', role: 'main_artist' },
        { name: 'Ada Lund', role: 'producer' },
        { name: 'Eli Gran', role: 'remixer' },
        { name: 'Fay Holm', role: 'composer' },
      ],
      version,
    )
    expect(read(input, product)).toEqual([
      ['P2', 'P1', 'P3'],
      ['MainArtist', 'UserDefined', 'UserDefined'],
      ['Producer', 'Remixer'],
    ])
    expect(read(input, [artistic])[0]?.map((text) => text.trim())).toEqual(['StudioProducer'])
    expect(listNotCarried(input).map(({ pointer }) => pointer)).toEqual(['/contributors/4'])
  })

  it('are beside Various Artists', () => {
    const input = shown(
      [
        { name: 'Ada Lund', role: 'main_artist' },
        { name: 'Di Falk', role: 'producer' },
      ],
      '4.3.2',
      {
        isCompilation: true,
      },
    )
    expect(read(input, ['//Release/DisplayArtist/SpecialDisplayArtist', ...product])).toEqual([
      ['VariousArtists'],
      ['P1'],
      ['UserDefined'],
      ['Producer'],
    ])
  })

  it.each(['4.3.2', '4.3'] as const)('are people of the release again when ERN %s is imported', async (version) => {
    const people = [
      { name: 'Ada Lund', role: 'main_artist' as const },
      { name: 'Di Falk', role: 'producer' as const },
      { name: 'Eli Gran', role: 'remixer' as const },
    ]
    expect((await roundTrip(shown(people, version))).release.contributors).toEqual(people)
  })

  it('are artists alone for other stores', () => {
    const input = sample({
      contributors: [
        { name: 'Ada Lund', role: 'main_artist' },
        { name: 'Di Falk', role: 'producer' },
      ],
    })
    expect(read(input, product)).toEqual([['P1'], ['MainArtist'], []])
  })
})

describe('the version for a store', () => {
  it.each<[Parameters<typeof chooseVersion>[0], Version | undefined, ReturnType<typeof chooseVersion>]>([
    ['generic', undefined, { version: '4.3.2' }],
    ['generic', '4.3', { version: '4.3' }],
    ['spotify', undefined, { version: '4.3.2' }],
    ['spotify', '4.3', { version: '4.3' }],
    ['youtube', undefined, { version: '4.3' }],
    ['youtube', '4.3.1', { problem: 'YouTube publishes ERN 3.4 to 3.8 and 4.3, and not 4.3.1', versions: '4.3' }],
    ['meta', undefined, { version: '3.8.3' }],
    ['meta', '4.3', { problem: 'Meta publishes ERN 3.8.3 and 4.2, and not 4.3', versions: '3.8.3' }],
    ['meta', '3.8.2', { problem: 'Meta publishes ERN 3.8.3 and 4.2, and not 3.8.2', versions: '3.8.3' }],
    ['massivemusic', undefined, { version: '3.8.2' }],
    ['massivemusic', '4.3.2', { problem: 'MassiveMusic publishes ERN 3.8.2, and not 4.3.2', versions: '3.8.2' }],
    ['generic', '3.8.2', { version: '3.8.2' }],
    [
      'spotify',
      '3.8.3',
      { problem: 'Spotify publishes ERN 4.3 and later, and not 3.8.3', versions: '4.3.2, 4.3.1 or 4.3' },
    ],
  ])('%s, asked for %s', (profile, asked, chosen) => expect(chooseVersion(profile, asked)).toEqual(chosen))
})
