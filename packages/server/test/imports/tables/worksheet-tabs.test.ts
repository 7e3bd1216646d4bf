import { utils, write } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

/** A worksheet of several tabs, as Revelator publishes it: generated rows below the names of its columns. */

type Rows = readonly (readonly (string | number)[])[]

const notes = ['= REQUIRED FIELD', '= OPTIONAL FIELD']
/** The names of the columns are in the third row, and notes in the fourth. */
const tab = (title: string, head: readonly string[], rows: Rows): Rows => [[title], [], head, notes, ...rows]

const release = ['UPC / EAN / JAN', 'CATALOG RELEASE ID', 'RELEASE TITLE', 'RELEASE VERSION']
const track = ['ISRC/vISRC', 'CATALOG TRACK ID', 'TRACK TITLE', 'TRACK VERSION']
const artist = ['ARTIST', 'ARTIST ROLE', 'ARTIST ROLE\nCATEGORY']

const worksheet = (): Record<string, Rows> => ({
  '1) Artists list': tab('Artists', ['Artist Name', 'Artist Image url', 'ISNI'], [['Ada Lund', '', '']]),
  '2) Labels list': tab('Labels', ['Label Name'], [['Blue Lamp']]),
  '3) Release_Label': tab(
    'Releases',
    [
      ...['LABEL', 'COVER IMAGE URL', 'IMAGE TYPE', ...release.slice(0, 3), 'TITLE LANGUAGE', 'RELEASE VERSION'],
      ...['RELEASE TYPE', '(P) Copyright', 'Holder', '(C) Copyright', 'Holder', 'ORIGINAL\nRELEASE DATE', 'GENRE 1'],
    ],
    [
      // In cells of numbers the zeros at the start are lost.
      [
        'Blue Lamp',
        'https://music.example/covers/Night.jpg?dl=1',
        'jpg',
        200000000011,
        '',
        'Night',
        'English',
        'Deluxe',
      ].concat(...[['EP', 2026, 'Blue Lamp', 2026, 'Blue Lamp', '2026-03-05', 'Electronic'] as (string | number)[]]),
      ['Red Lamp', '', '', '', 'RL-2', 'Day', 'German', '', 'Single', '', '', '', '', '2026-04-01', 'Techno'],
    ],
  ),
  '4) Release_Artist(s)': tab(
    'Artists of releases',
    [...release, ...artist],
    [
      ['0200000000011', '', 'Night', 'Deluxe', 'Ada Lund', 'Main Primary Artist', 'Main'],
      ['', 'RL-2', 'Day', '', 'Bo Lund', 'Main Primary Artist', 'Main'],
    ],
  ),
  '5) Release_Track': tab(
    'Tracks',
    [
      ...release,
      ...['TRACK', ...track, 'LANGUAGE OF LYRICS', 'EXPLICIT', 'TYPE', 'AUDIO FILE URL', 'AUDIO TYPE'],
      ...['TRACK PREVIEW', 'COMPOSITION\n ISWC'],
    ],
    [
      ['0200000000011', '', 'Night', 'Deluxe', 1, 'ZZABC2600001', '', 'Drive', 'Live'].concat(
        ...['English', 'NO', 'Original', 'https://music.example/f/Drive%20Live.wav?dl=1', 'wav', '30', ''],
      ),
      ['0200000000011', '', 'Night', 'Deluxe', 2, 'ZZ-ABC-26-00002', '', 'Park', ''].concat(
        ...['Instrumental', 'YES', 'Cover', 'Park.wav', 'wav', '', ''],
      ),
      ['', 'RL-2', 'Day', '', 1, 'ZZABC2600003', '', 'Noon', ''].concat(
        ...['German', 'NO', 'Public Domain', '', '', '', ''],
      ),
    ],
  ),
  '6) Track_Artist(s)': tab(
    'Artists of tracks',
    [...track, ...artist],
    [
      ['ZZABC2600001', '', 'Drive', 'Live', 'Ada Lund', 'Main Primary Artist', 'Main'],
      ['ZZABC2600001', '', 'Drive', 'Live', 'Cy', 'Featuring', 'Main'],
      ['ZZABC2600001', '', 'Drive', 'Live', 'Di', 'Featuring', 'Main'],
      ['ZZABC2600001', '', 'Drive', 'Live', 'Ed', 'Producer', 'Production'],
      ['ZZABC2600002', '', 'Park', '', 'Bo Lund', 'Main Primary Artist', 'Main'],
      ['ZZABC2600003', '', 'Noon', '', 'Bo Lund', 'Main Primary Artist', 'Main'],
    ],
  ),
  '8) Track_Composition(s)': tab(
    'Compositions',
    [...track, 'LYRICS\nLANGUAGE', 'COMPOSITION CONTRIBUTOR', 'ROLE', 'SHARE%'],
    [
      ['ZZABC2600001', '', 'Drive', 'Live', 'English', 'Ada Byron', 'Composer & Lyricist', 0.6],
      ['ZZABC2600001', '', 'Drive', 'Live', 'English', 'Fay Gray', 'Lyricist', 0.4],
    ],
  ),
})

function toWorkbook(tabs: Record<string, Rows>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(tabs))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

it('makes releases of the tabs of a worksheet that have codes in common', async () => {
  const { take, releases, fixture } = await openSharedTableAccount()
  const table = await take(toWorkbook(worksheet()))
  expect(table).toMatchObject({
    ...{ status: 'done', preset: 'revelator', rows: 3, releases: 2, outcomes: { created: 2 } },
    columns: expect.arrayContaining([
      { column: '6) Track_Artist(s): Featuring', field: 'featured' },
      { column: 'LABEL', field: 'label' },
    ]),
  })
  const [night, day] = await releases(table.id)
  expect(night?.missingFiles).toMatchObject([
    { kind: 'image', files: expect.arrayContaining(['Night.jpg', '0200000000011.jpg']) },
    { files: expect.arrayContaining(['Drive Live.wav', 'ZZABC2600001.wav']) },
    { files: expect.arrayContaining(['Park.wav']) },
  ])
  expect((await fixture.get(night?.releaseId ?? '')).body).toMatchObject({
    ...{ title: 'Night', version: 'Deluxe', upc: '0200000000011', type: 'ep', label: 'Blue Lamp' },
    ...{ genre: 'electronic', language: 'en', originalReleaseDate: '2026-03-05' },
    contributors: [{ name: 'Ada Lund', role: 'main_artist' }],
    tracks: [
      {
        ...{ title: 'Drive', version: 'Live', isrc: 'ZZABC2600001', language: 'en', explicit: 'not_explicit' },
        composition: 'original',
        contributors: expect.arrayContaining([
          expect.objectContaining({ name: 'Cy', role: 'featured_artist' }),
          expect.objectContaining({ name: 'Di', role: 'featured_artist' }),
          expect.objectContaining({ name: 'Ed', role: 'producer' }),
          expect.objectContaining({ name: 'Ada Byron', role: 'composer' }),
          expect.objectContaining({ name: 'Ada Byron', role: 'lyricist' }),
          expect.objectContaining({ name: 'Fay Gray', role: 'lyricist' }),
        ]),
      },
      {
        ...{ title: 'Park', isrc: 'ZZABC2600002', language: 'zxx', explicit: 'explicit', composition: 'cover' },
        contributors: [expect.objectContaining({ name: 'Bo Lund', role: 'main_artist' })],
      },
    ],
  })
  expect((await fixture.get(day?.releaseId ?? '')).body).toMatchObject({
    ...{ title: 'Day', externalId: 'RL-2', label: 'Red Lamp', genre: 'techno', language: 'de' },
    tracks: [{ title: 'Noon', composition: 'public_domain' }],
  })
  const again = await take(toWorkbook(worksheet()), { preset: 'revelator' })
  expect(again).toMatchObject({ preset: 'revelator', outcomes: { created: 0, unchanged: 2 } })
})

it('names the tab that a worksheet lacks', async () => {
  const { take } = await openSharedTableAccount()
  const { '6) Track_Artist(s)': _, ...others } = worksheet()
  expect(await take(toWorkbook(others))).toMatchObject({
    status: 'refused',
    problems: [
      {
        message:
          'The workbook has the tab "5) Release_Track", but no tab "6) Track_Artist(s)" with the column "ISRC/vISRC".',
      },
    ],
  })
})

it('gives rows with errors back as one table, which is recognised again', async () => {
  const { take, errors } = await openSharedTableAccount()
  const tabs = worksheet()
  const rows = [...(tabs['5) Release_Track'] ?? [])]
  rows[4] = (rows[4] ?? []).with(5, 'not a code')
  const table = await take(toWorkbook({ ...tabs, '5) Release_Track': rows }))
  expect(table).toMatchObject({ outcomes: { created: 1, refused: 1 } })
  const csv = await errors(table.id)
  expect(csv).toContain('is not an ISRC')
  const corrected = await take(csv.replaceAll('not a code', 'ZZABC2600001'))
  expect(corrected).toMatchObject({ preset: 'revelator', outcomes: { created: 1 } })
})
