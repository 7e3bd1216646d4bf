import fc from 'fast-check'
import { gtin13, trackMetadata } from '../../harness/release-metadata.ts'

/** Releases of every kind that a message must carry: thirty made from a seed, and some unusual ones. */

const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

const words = [
  'Night',
  'Drive',
  '<b>& ;',
  ']]>',
  'ナイト',
  '🎵',
  'שלום',
  'مرحبا',
  '"quoted"',
  "O'Hara",
  '-->',
  'Ａ\u00a0!',
]
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const roles = ['featured_artist', 'remixer', 'composer', 'lyricist', 'producer', 'mixer', 'performer', 'publisher']
const identifiers = [undefined, { isni: '0000000121032683' }, { ipi: '00052210040' }]
const person = fc
  .record({
    name: text,
    role: fc.constantFrom(...roles, 'ddex:Vocalist'),
    instruments: maybe(fc.constantFrom(['Piano'], ['Electric Guitar', 'Hurdy <gurdy>'])),
  })
  // People of one name are one person in a message, unless an identifier differs.
  .map((one) => defined({ ...one, partyIds: identifiers[one.name.length % 3] }))
const places = fc.constantFrom(
  { mode: 'worldwide' },
  { mode: 'include', codes: ['DE', 'JP'] },
  { mode: 'exclude', codes: ['CN', 'US'] },
)
const deal = fc.record({
  territories: places,
  startsAt: fc.constantFrom('2027-01-15', '2027-02-01'),
  endsAt: maybe(fc.constant('2031-12-31')),
  models: fc.constantFrom(['subscription', 'ad_supported'], ['paid'], ['free']),
  uses: fc.constantFrom(['stream', 'conditional_download'], ['download'], ['noninteractive_stream', 'stream']),
})
const track = fc.record({
  title: text,
  version: maybe(fc.constantFrom('Live', 'Radio Edit', 'Sunset & Dawn')),
  instrumental: fc.boolean(),
  previewStartMs: maybe(fc.constantFrom(0, 30_000)),
  recordingYear: maybe(fc.constant(2019)),
  recordingCountry: maybe(fc.constant('SE')),
  firstPublicationDate: maybe(fc.constant('2020-02-29')),
  people: maybe(fc.uniqueArray(person, { minLength: 1, maxLength: 4, selector: ({ name, role }) => name + role })),
})
const release = fc.record({
  title: text,
  subtitle: maybe(text),
  version: maybe(fc.constant('Deluxe')),
  titles: maybe(fc.constant([{ language: 'ja-Jpan', title: 'ナイト・ドライブ' }])),
  label: text,
  catalogNumber: maybe(fc.constant('BL-001')),
  marketingComment: maybe(text),
  keywords: maybe(fc.constant(['night', 'קיץ'])),
  rightsController: maybe(fc.constant({ name: 'Blue Lamp Rights', share: 100 })),
  deals: fc.array(deal, { minLength: 1, maxLength: 1 }),
  tracks: fc.array(track, { minLength: 1, maxLength: 6 }),
  discs: fc.integer({ min: 1, max: 2 }),
})

const artist = { name: 'Ada Lund', role: 'main_artist' }
const offered = {
  territories: { mode: 'worldwide' },
  startsAt: '2027-01-15',
  models: ['subscription', 'ad_supported'],
  uses: ['stream'],
}
const typeOf = (count: number): string => (count < 2 ? 'single' : count < 4 ? 'ep' : 'album')
let recording = 0

type TrackMembers = { readonly [member: string]: unknown }
interface Files {
  readonly uploadId: string
  readonly coverUploadId: string
}

function bodyOf(serial: number, members: object, tracks: readonly TrackMembers[], files: Files) {
  return {
    title: 'Night Drive',
    type: typeOf(tracks.length),
    label: 'Blue Lamp',
    upc: gtin13(500 + serial),
    externalId: `seeded-${serial}`,
    contributors: [artist],
    pLine: { year: 2026, text: 'Blue Lamp' },
    cLine: { year: 2026, text: 'Blue Lamp' },
    deals: [offered],
    genre: 'electronic',
    subgenre: 'ambient',
    language: 'en',
    explicit: 'not_explicit',
    releaseDate: '2027-01-15',
    originalReleaseDate: '2020-02-29',
    ...members,
    coverUploadId: files.coverUploadId,
    tracks: tracks.map((one, index) => ({
      title: `Song ${index + 1}`,
      ...trackMetadata(5000 + ++recording),
      ...one,
      uploadId: files.uploadId,
    })),
  }
}

/** Thirty bodies of `createRelease`, the same for the same seed. */
export function seededReleases(seed: number, files: Files) {
  return fc.sample(release, { seed, numRuns: 30 }).map(({ tracks, deals, discs, ...members }, index) => {
    const made = tracks.map(({ people, ...one }, place) =>
      defined({
        ...one,
        disc: discs === 2 && place >= tracks.length / 2 ? 2 : 1,
        contributors: people && [artist, ...people],
        language: one.instrumental ? 'zxx' : 'en',
      }),
    )
    return bodyOf(index, defined({ ...members, deals: deals.map(defined) }), made, files)
  })
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const languages = ['de', 'fr', 'es', 'pt', 'ja'].flatMap((language) =>
  ['AT', 'BR', 'CH', 'DE', 'ES', 'FR', 'JP', 'MX', 'PT', 'US'].map((region) => `${language}-${region}`),
)

/** Releases that random generation does not produce: the limits of the model, and a compilation. */
export const rareReleases = (files: Files) => [
  bodyOf(
    101,
    { title: 'Fifty', titles: languages.map((language) => ({ language, title: `Night in ${language}` })) },
    [{}],
    files,
  ),
  bodyOf(
    102,
    {},
    [
      {
        contributors: [
          artist,
          ...many(100, (index) => ({ name: `Player ${index}`, role: 'performer', instruments: ['Violin'] })),
        ],
      },
    ],
    files,
  ),
  bodyOf(
    103,
    { title: 'Various', isCompilation: true, contributors: [{ name: 'Various Artists', role: 'main_artist' }] },
    many(4, (index) => ({ contributors: [{ name: `Band ${index}`, role: 'main_artist' }] })),
    files,
  ),
  bodyOf(
    104,
    { title: 'Five hundred' },
    many(500, () => ({})),
    files,
  ),
]
