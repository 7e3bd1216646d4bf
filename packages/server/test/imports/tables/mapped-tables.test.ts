import { expect, it } from 'vitest'
import { workbookOf } from '../../harness/table-imports.ts'
import { openMappingAccount } from '../../harness/table-mappings.ts'

const foreign = [
  'Barcode;Album Title;Song;Artist;Street Date;Format;P Year;P Line;Explicit?;Mood',
  '0200000000011;Night Drive;Intro;Ada Lund;15.01.2027;LP;2026;Blue Lamp;N;calm',
  '0200000000011;Night Drive;Outro;Ada Lund;15.01.2027;LP;2026;Blue Lamp;Y;calm',
].join('\n')
const mapping = {
  columns: {
    upc: 'barcode',
    releaseTitle: 'Album Title',
    trackTitle: 'Song',
    releaseArtist: 'Artist',
    releaseDate: 'STREET_DATE',
    releaseType: 'Format',
    pLine: 'P Line',
    pLineYear: 'P Year',
    trackExplicit: 'Explicit?',
  },
  constants: { label: 'Blue Lamp', composition: 'original' },
  values: { releaseType: { lp: 'album' }, trackExplicit: { Y: 'explicit', n: 'not_explicit' } },
  dates: 'dmy',
}

it('reads a table with own column names by a mapping, its constants, words and order of dates', async () => {
  const { take, releases, fixture } = await openMappingAccount()
  const table = await take(foreign, { mapping })
  expect(table).toMatchObject({
    status: 'done',
    preset: null,
    mappingName: null,
    suggestedMapping: null,
    ignoredColumns: ['Mood'],
    outcomes: { created: 1 },
  })
  expect(table.columns).toContainEqual({ column: 'Street Date', field: 'releaseDate' })
  const [made] = await releases(table.id)
  expect((await fixture.get(made?.releaseId ?? '')).body).toMatchObject({
    title: 'Night Drive',
    type: 'album',
    label: 'Blue Lamp',
    releaseDate: '2027-01-15',
    pLine: { year: 2026, text: 'Blue Lamp' },
    tracks: [
      { title: 'Intro', explicit: 'not_explicit', composition: 'original' },
      { title: 'Outro', explicit: 'explicit', composition: 'original' },
    ],
  })
})

it('reads it by the name of a kept mapping, from a workbook too, and finds nothing to change', async () => {
  const { take, keep } = await openMappingAccount()
  await keep('shop', mapping)
  await take(foreign, { mappingName: 'shop' })
  const again = await take(workbookOf(foreign.split('\n').map((line) => line.split(';'))), { mappingName: 'shop' })
  expect(again).toMatchObject({ mappingName: 'shop', outcomes: { unchanged: 1, created: 0 } })
})

it('refuses unknown columns with a suggested mapping, which can be sent as it is', async () => {
  const { take } = await openMappingAccount()
  const guessed = await take(foreign, { dryRun: true })
  expect(guessed).toMatchObject({
    status: 'refused',
    releases: 0,
    problems: [{ code: 'columns_unknown', message: 'The column "Barcode" may be upc, but that is a guess.' }],
    suggestedMapping: {
      columns: {
        upc: 'Barcode',
        releaseTitle: 'Album Title',
        trackTitle: 'Song',
        releaseArtist: 'Artist',
        releaseDate: 'Street Date',
        releaseType: 'Format',
        pLineYear: 'P Year',
        trackExplicit: 'Explicit?',
      },
    },
  })
  // A name that differs only in spaces is not guessed.
  expect(guessed.columns).toEqual([{ column: 'P Line', field: 'pLine' }])
  const suggested = guessed.suggestedMapping ?? { columns: {} }
  const { values } = mapping
  expect(await take(foreign, { mapping: { ...suggested, values, dates: 'dmy' }, dryRun: true })).toMatchObject({
    status: 'done',
    outcomes: { created: 1 },
  })
})

it('imports what it knows and only suggests the rest, if nothing that is needed is guessed', async () => {
  const { take } = await openMappingAccount()
  expect(await take('UPC,Release_Title,trackTitle,Main Genre\n0200000000011,A,B,rock\n')).toMatchObject({
    status: 'done',
    preset: 'spindle',
    columns: [
      { column: 'UPC', field: 'upc' },
      { column: 'Release_Title', field: 'releaseTitle' },
      { column: 'trackTitle', field: 'trackTitle' },
    ],
    ignoredColumns: ['Main Genre'],
    suggestedMapping: { columns: { genre: 'Main Genre', upc: 'UPC' } },
  })
})

it('does not take a table of tracks with a title and a UPC for the export of the hub', async () => {
  const { take } = await openMappingAccount()
  expect(await take('upc,album title,title,isrc\n0200000000011,Album,Song,ZZABC2600001\n')).toMatchObject({
    status: 'refused',
    suggestedMapping: { columns: { releaseTitle: 'album title', trackTitle: 'title' } },
  })
})

it('refuses a table without a column that the mapping names, and one with two columns of one name', async () => {
  const { take } = await openMappingAccount()
  expect(await take('Barcode,Album Title\n1,2\n', { mapping })).toMatchObject({
    status: 'refused',
    problems: [{ message: 'The table has no column "Song", which the mapping names.' }],
  })
  expect(await take('upc,releaseTitle,Track Title,track_title\n1,2,3,4\n')).toMatchObject({
    problems: [{ message: 'The columns "Track Title" and "track_title" mean the same.' }],
  })
})

it('takes a constant for no track of its own', async () => {
  const { take, releases } = await openMappingAccount()
  const columns = { externalId: 'Id', releaseTitle: 'Album', trackTitle: 'Song' }
  const table = await take('Id,Album,Song\nA,First,One\nA,First,\n', {
    mapping: { columns, constants: { composition: 'original' } },
  })
  expect((await releases(table.id))[0]?.missingFiles.filter(({ kind }) => kind === 'audio')).toHaveLength(1)
})

it.each([
  [{ preset: 'spindle', mapping }, '/mapping', 'conflicting_members'],
  [{ mapping, mappingName: 'shop' }, '/mappingName', 'conflicting_members'],
  [{ mappingName: 'never-kept' }, '/mappingName', 'mapping_unknown'],
  [{ mapping: { columns: { upc: 'A' }, constants: { isrc: 'X' } } }, '/mapping/constants/isrc', 'value_invalid'],
])('refuses to import with %j', async (more, pointer, code) => {
  const { bring } = await openMappingAccount()
  expect(await bring(foreign, more)).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } })
})
