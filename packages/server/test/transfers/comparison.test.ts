import { beforeAll, describe, expect, it } from 'vitest'
import { gtin13 } from '../harness/release-metadata.ts'
import { openTransferAccount, type TransferAccount } from '../harness/transfers.ts'

const head = 'upc,releaseTitle,releaseArtist,label,releaseDate,trackTitle,trackVersion,trackArtist,isrc,length'
type Row = Partial<
  Record<'upc' | 'title' | 'artist' | 'label' | 'date' | 'track' | 'version' | 'by' | 'isrc' | 'length', string>
>

/** The row of a release that `createOne` makes, with what is other. */
const rowOf = (row: Row, known: { readonly upc: string; readonly isrc: string }): string =>
  [
    row.upc ?? known.upc,
    row.title ?? 'Night Drive',
    row.artist ?? 'Ada Lund',
    row.label ?? 'Blue Lamp',
    row.date ?? '2026-01-15',
    row.track ?? 'Rain',
    row.version ?? 'Live',
    row.by ?? '',
    row.isrc ?? known.isrc,
    row.length ?? '3:00',
  ].join(',')

interface Made {
  readonly upc: string
  readonly isrc: string
  readonly id: string
}

/** A release of one track, which lasts three minutes. */
async function createOne({ fixture }: TransferAccount): Promise<Made> {
  const [track] = (await fixture.body()).tracks
  const { body } = await fixture.release({
    title: 'Night Drive',
    displayArtist: 'Ada Lund',
    label: 'Blue Lamp',
    releaseDate: '2026-01-15',
    tracks: [{ ...track, uploadId: await fixture.audio({ durationMs: 180_000 }), title: 'Rain', version: 'Live' }],
  })
  return { upc: body.upc, isrc: body.tracks[0].isrc, id: body.id }
}

async function openOne(): Promise<TransferAccount & Made> {
  const account = await openTransferAccount()
  return { ...account, ...(await createOne(account)) }
}

const cases: readonly (readonly [what: string, row: Row, expected: readonly string[]])[] = [
  ['nothing that differs', {}, []],
  ['case, width, quotes and spaces of titles', { title: 'night  DRIVE', track: 'Ｒain' }, []],
  ['a version inside of the title', { track: 'Rain (Live)', version: '' }, []],
  ['a length within five seconds', { length: '3:05' }, []],
  ['a cell that says nothing', { label: '', date: '', artist: '', length: '' }, []],
  ['a UPC that nobody has', { upc: '036000291452', isrc: 'ZZABC2699999' }, ['error release_missing']],
  ['a UPC of the recording', { upc: '0614141000036' }, ['error upc_differs']],
  ['an ISRC', { isrc: 'ZZABC2699999' }, ['error isrc_differs']],
  ['no ISRC', { isrc: '' }, ['warning isrc_unknown']],
  ['a track that is not here', { track: 'Sun', isrc: 'ZZABC2699999' }, ['error track_missing', 'warning track_extra']],
  ['the title of a track', { track: 'Rein' }, ['error track_title_differs']],
  ['the version of a track', { version: 'Demo' }, ['error track_version_differs']],
  ['no version', { version: '' }, ['error track_version_differs']],
  ['the artist of a track', { by: 'Ada Byron' }, ['error track_artist_differs']],
  ['a length that is six seconds longer', { length: '186' }, ['error length_differs']],
  ['the title of the release', { title: 'Night Drives' }, ['warning release_title_differs']],
  ['the artist of the release', { artist: 'Ada' }, ['warning release_artist_differs']],
  ['no tracks', { track: '', isrc: '' }, ['error tracks_unknown']],
  ['the label', { label: 'Red Lamp' }, ['warning label_differs']],
  ['the release date', { date: '2025-01-15' }, ['warning release_date_differs']],
]

describe('a table of another distributor', () => {
  let found: readonly (readonly string[])[]
  beforeAll(async () => {
    const account = await openTransferAccount()
    const rows: string[] = []
    for (const [, row] of cases) rows.push(rowOf(row, await createOne(account)))
    const { id } = await account.take([head, ...rows].join('\n'))
    const releases = await account.releases(id, '?limit=100')
    found = releases.map(({ findings }) => findings.map(({ severity, code }) => `${severity} ${code}`))
  })

  it.each(cases.map(([what, , expected], at) => ({ what, expected, at })))(
    'is compared by $what',
    ({ expected, at }) => {
      expect(found[at]).toEqual(expected)
    },
  )
})

it('says what differs and what to do, until it is corrected', async () => {
  const one = await openOne()
  const { id } = await one.take([head, rowOf({ isrc: 'ZZABC2699999', length: '4:10' }, one)].join('\n'))
  const [release] = await one.releases(id)
  expect(release).toMatchObject({ releaseId: one.id, errors: 2, warnings: 0, isrcs: ['ZZABC2699999'] })
  expect(release?.findings.map(({ line, message, fix }) => `${line}: ${message} ${fix}`)).toEqual([
    `2: The ISRC of "Rain" is ${one.isrc} here and ZZABC2699999 at the old distributor. Set ISRC ZZABC2699999 before you submit the release.`,
    '2: "Rain" lasts 3:00 here and 4:10 at the old distributor. Stores match recordings within 5 seconds. Check that this is the same master.',
  ])
  const { tracks } = (await one.fixture.get(one.id)).body
  const [{ id: trackId, title, version, uploadId }] = tracks
  const corrected = { tracks: [{ id: trackId, title, version, uploadId, isrc: 'ZZABC2699999' }] }
  expect((await one.fixture.patch(one.id, corrected)).status).toBe(200)
  expect(await one.findings(id)).toEqual(['2 error length_differs'])
})

it('finds an ISRC that belongs to other audio of the account', async () => {
  const one = await openOne()
  await one.hub.opened.database.system.execute(
    `insert into recordings (account_id, pcm_sha256, isrc, title, release_id) values ($1, $2, 'ZZABC2677777', 'Other', $3)`,
    [one.fixture.account.accountId, 'f'.repeat(64), one.id],
  )
  const { id } = await one.take([head, rowOf({ isrc: 'ZZABC2677777' }, one)].join('\n'))
  expect(await one.findings(id)).toEqual(['2 error isrc_other_audio'])
})

it('pages through a large transfer, by severity and by state at a store', async () => {
  const one = await openOne()
  const rows = Array.from({ length: 4 }, (_, at) => rowOf({ upc: gtin13(9_000 + at), isrc: '' }, one))
  const { id } = await one.take([head, ...rows, rowOf({ label: 'Red Lamp' }, one)].join('\n'))
  await one.deliver(one.id, 'sent')
  const first = (await one.ask(`/${id}/releases?severity=error&limit=3&count=true`)).body
  expect(first.data.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3])
  expect(first.page).toMatchObject({ hasMore: true, total: 4 })
  const rest = (await one.ask(`/${id}/releases?severity=error&limit=3&cursor=${first.page.nextCursor}`)).body
  expect(rest.data.map(({ position }: { position: number }) => position)).toEqual([4])
  expect((await one.releases(id, '?severity=warning')).map(({ position }) => position)).toEqual([5])
  expect(await one.releases(id, '?severity=none')).toEqual([])
  expect((await one.releases(id, '?state=sent&outlet=sandbox')).map(({ position }) => position)).toEqual([5])
  expect(await one.releases(id, '?state=live')).toEqual([])
  expect((await one.ask(`/${id}`)).body).toMatchObject({
    comparison: { errors: 4, warnings: 1, equal: 0 },
    progress: [{ outlet: { id: 'sandbox' }, notSent: 4, sent: 1, live: 0, oldDown: 0 }],
  })
})

it('compares more releases than one statement does', async () => {
  const one = await openOne()
  const others = Array.from({ length: 600 }, (_, at) => `${gtin13(20_000 + at)},No,No,,,`)
  const short = 'upc,releaseTitle,trackTitle,trackVersion,isrc,length'
  const { id } = await one.take([short, ...others, `${one.upc},Night Drive,Rain,Live,${one.isrc},3:00`].join('\n'))
  expect((await one.ask(`/${id}`)).body.comparison).toEqual({ errors: 600, warnings: 0, equal: 1 })
  const { data, page } = (await one.ask(`/${id}/releases?severity=none&count=true`)).body
  expect(data).toMatchObject([{ position: 601, releaseId: one.id }])
  expect(page).toMatchObject({ hasMore: false, total: 1 })
  const rest = (await one.ask(`/${id}/releases?limit=100&state=live`)).body
  expect(rest).toMatchObject({ data: [], page: { hasMore: false } })
})
