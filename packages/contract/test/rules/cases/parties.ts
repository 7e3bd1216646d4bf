import { type RuleCase, ruleCase } from './sample.ts'

const partyId = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const writer = { name: 'Ada Byron', role: 'songwriter' }
const artist = { name: 'Ada', role: 'main_artist' }
const credits = (...contributors: object[]) => ({ release: { contributors } })
const lyrics = { text: 'Night after night', language: 'en' }
const composer = { name: 'Grace Hopper', role: 'composer' }
const named = (name: string, spotify: string) => ({ name, role: 'main_artist', partyIds: { spotify } })

/** Who artists and writers are. */
export const partyCases: readonly RuleCase[] = [
  ruleCase(
    'artist_id_missing',
    'a party has no id at a store, on two tracks',
    {
      release: { contributors: [{ ...artist, partyId, partyIds: { spotify: 'ada-1' } }, writer] },
      tracks: [{ contributors: [{ ...artist, partyId, partyIds: { spotify: 'ada-1' } }, writer] }],
    },
    '/contributors/0/partyIds',
  ),
  ruleCase(
    'artist_id_missing',
    'the guest is the party',
    credits(artist, writer, { name: 'Cy', role: 'featured_artist', partyId }),
    '/contributors/2/partyIds',
  ),
  ruleCase('artist_id_missing', 'the artist is no party', credits(artist, writer)),
  ruleCase('artist_id_missing', 'the party is no artist', credits(artist, { ...writer, partyId })),
  ruleCase(
    'artist_id_missing',
    'it has one id and is new at the other store',
    credits({ ...artist, partyId, partyIds: { apple: '1' }, newAt: ['spotify'] }, writer),
  ),

  ruleCase(
    'same_name_two_ids',
    'the release and a track say different things',
    {
      release: { contributors: [named('Ada', 'ada-1'), writer] },
      tracks: [{ contributors: [named('ADA', 'ada-2'), writer] }, { contributors: [named('Ada', 'ada-3'), writer] }],
    },
    '/tracks/0/contributors/0/partyIds/spotify',
  ),
  ruleCase(
    'same_name_two_ids',
    'two kinds differ',
    credits(
      { ...artist, partyIds: { ipi: '00014107338', apple: '1' } },
      { ...writer, name: 'Ada', partyIds: { ipi: '00052210040', apple: '2' } },
    ),
    '/contributors/1/partyIds/ipi',
    '/contributors/1/partyIds/apple',
  ),
  ruleCase('same_name_two_ids', 'the same id is written twice', credits(named('Ada', 'a'), named('Ada', 'A'), writer)),
  ruleCase('same_name_two_ids', 'the names differ', credits(named('Ada', 'ada-1'), named('Cy', 'cy-1'), writer)),
  ruleCase('same_name_two_ids', 'only one has an id', credits(named('Ada', 'ada-1'), { ...writer, name: 'Ada' })),

  ruleCase(
    'display_artist_differs',
    'a main artist is not in it',
    { release: { displayArtist: 'Ada', contributors: [artist, { ...artist, name: 'Cy' }, writer] } },
    '/displayArtist',
  ),
  ruleCase(
    'display_artist_differs',
    'a track shows another one',
    { tracks: [{ displayArtist: 'Grace' }] },
    '/tracks/0/displayArtist',
  ),
  ruleCase('display_artist_differs', 'it only adds words', { release: { displayArtist: 'ADA  and Her Band' } }),
  ruleCase('display_artist_differs', 'it is the name in another script', {
    release: {
      displayArtist: 'エイダ',
      contributors: [{ ...artist, names: [{ language: 'ja', name: 'エイダ' }] }, writer],
    },
  }),
  ruleCase('display_artist_differs', 'there are four', {
    release: {
      displayArtist: 'Various Artists',
      contributors: [...['Ada', 'Cy', 'Di', 'Ed'].map((name) => ({ ...artist, name })), writer],
    },
  }),
  ruleCase('display_artist_differs', 'it is a compilation', {
    release: { displayArtist: 'Various Artists', isCompilation: true },
  }),

  ruleCase(
    'lyricist_missing',
    'only the music has a writer',
    { tracks: [{ lyrics, contributors: [artist, composer] }] },
    '/tracks/0/contributors',
  ),
  ruleCase('lyricist_missing', 'the release has a songwriter', { tracks: [{ lyrics }] }),
  ruleCase('lyricist_missing', 'DDEX has another word for it', {
    tracks: [{ lyrics, contributors: [artist, composer, { name: 'Cy Dahl', role: 'ddex:Translator' }] }],
  }),
  ruleCase('lyricist_missing', 'there are no lyrics', { tracks: [{ contributors: [artist, composer] }] }),
  ruleCase('lyricist_missing', 'the work is in the public domain', {
    tracks: [{ lyrics, composition: 'public_domain', contributors: [artist] }],
  }),

  ...['R.R. Smith', 'J. Smith', 'Ada B.', 'É. Satie'].map((name) =>
    ruleCase(
      'writer_not_legal_name',
      `the writer is ${name}`,
      {
        release: { contributors: [artist, { ...writer, name }] },
        tracks: [{ contributors: [artist, { ...writer, name }] }],
      },
      '/contributors/1/name',
    ),
  ),
  ...['Ada Byron', 'Sting', 'Ada St. John', '久石譲', 'Martin Luther King Jr.'].map((name) =>
    ruleCase('writer_not_legal_name', `the writer is ${name}`, credits(artist, { ...writer, name })),
  ),
  ruleCase('writer_not_legal_name', 'the artist has initials', credits({ ...artist, name: 'B. B. King' }, writer)),
]
