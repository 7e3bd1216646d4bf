import { beforeAll, describe, expect, it } from 'vitest'
import { createLabel, setDefaults } from '../../harness/labels.ts'
import { openTableAccount, openTableHub, type TableAccount, workbookOf } from '../../harness/table-imports.ts'

const head =
  'externalId,upc,releaseTitle,releaseType,releaseArtist,label,genre,releaseLanguage,releaseDate,pLine,cLine,disc,track,trackTitle,isrc,composer,trackExplicit,audioFile'
const row = (
  externalId: string,
  upc: string,
  track: number,
  title: string,
  more: Partial<Record<string, string>> = {},
) =>
  [
    ...[
      externalId,
      upc,
      more.releaseTitle ?? 'Night Drive',
      'ep',
      'Ada Lund',
      more.label ?? 'Blue Lamp',
      'electronic',
      'en',
    ],
    ...['2027-01-15', '2026 Blue Lamp', '2026 Blue Lamp', '1', String(track), title, more.isrc ?? ''],
    ...['Ada Byron', 'no', more.audioFile ?? ''],
  ].join(',')

const twoReleases = [
  head,
  row('BL-1', '0200000000011', 1, 'Intro'),
  row('BL-1', '', 2, 'The Edge of Town', { isrc: 'ZZ-ABC-26-00001' }),
  row('BL-2', '036000291452', 1, 'Rain', { releaseTitle: 'Rain' }),
].join('\n')

let account: TableAccount
let other: () => Promise<TableAccount>
beforeAll(async () => {
  account = await openTableHub()
  other = () => openTableAccount(account.hub)
})

describe('a table of releases', () => {
  it('becomes drafts without audio, and a finding says that it is missing', async () => {
    const { take, releases, fixture } = await other()
    const table = await take(twoReleases, { filename: 'catalog.csv' })
    expect(table).toMatchObject({
      status: 'done',
      dryRun: false,
      filename: 'catalog.csv',
      preset: 'spindle',
      rows: 3,
      releases: 2,
      outcomes: { created: 2, refused: 0, waiting: 0 },
      ready: 0,
      // Three masters and, by their UPC, two covers.
      missingFiles: 5,
      ignoredColumns: [],
    })
    const [first, second] = await releases(table.id)
    expect(first).toMatchObject({
      position: 1,
      key: 'BL-1',
      line: 2,
      rows: 2,
      title: 'Night Drive',
      outcome: 'created',
    })
    expect(second).toMatchObject({ position: 2, key: 'BL-2', line: 4, rows: 1, title: 'Rain', outcome: 'created' })
    expect(first?.problems).toContainEqual({
      code: 'audio_missing',
      severity: 'error',
      line: 3,
      column: null,
      message: 'Track "The Edge of Town" has no audio yet.',
      fix: 'Upload the master and choose it for the track. For a draft of a table, attach the masters to its import.',
    })
    const { body } = await fixture.get(first?.releaseId ?? '')
    expect(body).toMatchObject({
      status: 'draft',
      externalId: 'BL-1',
      title: 'Night Drive',
      type: 'ep',
      displayArtist: 'Ada Lund',
      pLine: { year: 2026, text: 'Blue Lamp' },
      tracks: [
        {
          title: 'Intro',
          durationMs: null,
          explicit: 'not_explicit',
          contributors: [
            { name: 'Ada Lund', role: 'main_artist' },
            { name: 'Ada Byron', role: 'composer' },
          ],
        },
        { title: 'The Edge of Town', isrc: 'ZZABC2600001', number: 2 },
      ],
    })
    expect(body.tracks[0]).not.toHaveProperty('uploadId')
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 422 })
  })

  it('takes from label and account what it leaves out, and is unchanged when it is imported again', async () => {
    const { hub, take, releases, fixture } = await other()
    await setDefaults(hub, fixture, { language: 'fr', keywords: ['night'], trackDefaults: { composition: 'original' } })
    await createLabel(fixture, { name: 'blue lamp', defaults: { keywords: ['lamp'], aiUsage: { artwork: 'none' } } })
    const [first] = await releases((await take(twoReleases)).id)
    const { body } = await fixture.get(first?.releaseId ?? '')
    expect(body).toMatchObject({
      label: 'Blue Lamp',
      language: 'en',
      keywords: ['lamp'],
      aiUsage: { artwork: 'none' },
      tracks: [{ composition: 'original' }, { composition: 'original' }],
    })
    expect((await take(twoReleases)).outcomes).toMatchObject({ unchanged: 2, created: 0, updated: 0 })
  })

  it('changes nothing when it is imported again, and one changed cell changes one draft', async () => {
    const { take, releases, fixture } = await other()
    const [first] = await releases((await take(twoReleases)).id)
    const again = await take(twoReleases)
    expect(again.outcomes).toMatchObject({ unchanged: 2, created: 0, updated: 0 })
    const edited = await take(twoReleases.replace('Intro', 'Overture'))
    expect(edited.outcomes).toMatchObject({ unchanged: 1, updated: 1 })
    const { body } = await fixture.get(first?.releaseId ?? '')
    expect(body).toMatchObject({ revision: 2, tracks: [{ title: 'Overture' }, { title: 'The Edge of Town' }] })
  })

  it('shows in a dry run what would happen, and writes nothing', async () => {
    const { take, releases, fixture, hub, key } = await other()
    const table = await take(twoReleases, { dryRun: true })
    expect(table).toMatchObject({ status: 'done', dryRun: true, outcomes: { created: 2 } })
    expect((await releases(table.id)).map(({ releaseId }) => releaseId)).toEqual([null, null])
    const list = await hub.json('GET', '/api/v1/music-distributor/releases?count=true', { key })
    expect(list.body.page.total).toBe(0)
    await take(twoReleases)
    const changed = await take(twoReleases.replace('Intro', 'Overture'), { dryRun: true })
    expect(changed.outcomes).toMatchObject({ updated: 1, unchanged: 1 })
    const [first] = await releases(changed.id)
    expect((await fixture.get(first?.releaseId ?? '')).body).toMatchObject({ revision: 1 })
  })

  it('attaches uploads by file name, ISRC, and UPC with disc and track, before and after', async () => {
    const { take, releases, ended, fixture, hub } = await other()
    const named = async (uploadId: string, filename: string) =>
      hub.opened.database.system.execute('update uploads set filename = $2 where id = $1', [uploadId, filename])
    const [byFile, byIsrc, byPlace] = [await fixture.audio(), await fixture.audio(), await fixture.audio()]
    await named(byFile, 'masters/intro.flac')
    const rows = twoReleases.replace('1,Intro,,Ada Byron,no,', '1,Intro,,Ada Byron,no,intro.flac')
    const table = await take(rows)
    expect(table.missingFiles).toBe(4)
    const [first, second] = await releases(table.id, '?missingFiles=true')
    expect(first?.missingFiles.map(({ kind, files }) => [kind, files[0]])).toEqual([
      ['image', '200000000011.jpg'],
      ['audio', 'ZZABC2600001.wav'],
    ])
    await named(byIsrc, 'ZZ-ABC-26-00001.wav')
    await named(byPlace, '036000291452_1_1.WAV')
    expect((await fixture.post(`/api/v1/distributor/imports/tables/${table.id}/masters`)).status).toBe(202)
    expect(await ended(table.id)).toMatchObject({ status: 'done', outcomes: { created: 2 }, missingFiles: 2 })
    const found = await Promise.all([first, second].map((one) => fixture.get(one?.releaseId ?? '')))
    expect(found.flatMap(({ body }) => body.tracks.map(({ uploadId }: { uploadId: string }) => uploadId))).toEqual([
      byFile,
      byIsrc,
      byPlace,
    ])
  })

  it('takes no file of which two have the name, until the table has a digest', async () => {
    const { take, releases, fixture, hub } = await other()
    for (const sha256 of ['a', 'b'])
      await hub.opened.database.system.execute(
        `update uploads set filename = 'x.wav', sha256 = decode($2, 'hex') where id = $1`,
        [await fixture.audio(), sha256.repeat(64)],
      )
    const table = (digest: string) => `externalId,releaseTitle,trackTitle,audioFile,sha256\nX,X,X,x.wav,${digest}\n`
    const unclear = await releases((await take(table(''))).id)
    expect(unclear[0]?.problems[0]).toMatchObject({
      code: 'audio_ambiguous',
      message: 'Several uploads with different content are named x.wav.',
    })
    expect((await take(table('b'.repeat(64)))).outcomes).toMatchObject({ updated: 1 })
  })

  it('refuses single releases with the line and the reason, and imports the others', async () => {
    const { take, releases, errors } = await other()
    const table = await take(
      [
        'externalId,upc,releaseTitle,releaseDate,disc,track,trackTitle,isrc',
        'A,,Good,2027-01-15,1,1,One,',
        'B,2.00E+11,Bad,05.01.2027,1,1,"=Two, three",XX',
        'C,,Twice,,1,1,One,',
        'C,,Other,,1,1,Two,',
        ',,No key,,1,1,One,',
      ].join('\n'),
    )
    expect(table.outcomes).toMatchObject({ created: 1, refused: 3 })
    const refused = await releases(table.id, '?outcome=refused')
    expect(refused.map(({ problems }) => problems.map(({ line, column, code }) => [line, column, code]))).toEqual([
      [
        [3, 'upc', 'cell_invalid'],
        [3, 'releaseDate', 'cell_invalid'],
        [3, 'isrc', 'cell_invalid'],
      ],
      [
        [5, 'releaseTitle', 'rows_differ'],
        [5, 'track', 'track_repeated'],
      ],
      [[6, 'upc', 'release_unnamed']],
    ])
    const [names, , bad = ''] = (await errors(table.id)).split('\r\n')
    expect(names).toBe('"externalId","upc","releaseTitle","releaseDate","disc","track","trackTitle","isrc","reasons"')
    expect(bad).toContain(`"B","2.00E+11","Bad","05.01.2027","1","1","'=Two, three","XX","upc: The spreadsheet changed`)
  })

  it('imports its own list of errors once it is corrected, and takes off what protects spreadsheets', async () => {
    const { take, releases, errors, fixture } = await other()
    const table = await take('externalId,releaseTitle,releaseDate,trackTitle\nF,-Minus-,soon,=Sum\n')
    const corrected = (await errors(table.id)).replace('soon', '2027-01-15')
    const [made] = await releases((await take(corrected)).id)
    expect((await fixture.get(made?.releaseId ?? '')).body).toMatchObject({
      title: '-Minus-',
      releaseDate: '2027-01-15',
      tracks: [{ title: '=Sum' }],
    })
  })

  it('never changes a submitted release', async () => {
    const { take, releases, fixture } = await other()
    const { body } = await fixture.release({ externalId: 'LIVE', submit: true, title: 'Out' })
    expect(body.status).not.toBe('draft')
    const table = (title: string) => `externalId,releaseTitle,trackTitle\nLIVE,${title},Song 1\n`
    expect((await take(table('Out'))).outcomes).toMatchObject({ unchanged: 1 })
    const [refused] = await releases((await take(table('In'))).id)
    expect(refused).toMatchObject({
      outcome: 'refused',
      releaseId: null,
      problems: [{ code: 'release_submitted', line: 2 }],
    })
    expect((await fixture.get(body.id)).body).toMatchObject({ title: 'Out' })
  })

  it.each(['', '&include=tracks'])(
    'takes the exported catalog back, with the cells that were edited %s',
    async (more) => {
      const { take, releases, fixture, hub, key } = await other()
      const [first] = await releases((await take(twoReleases)).id)
      const answer = await hub.request(`/api/v1/distributor/catalog?format=csv${more}`, {
        headers: { 'x-api-key': key },
      })
      const exported = await answer.text()
      expect(await take(exported)).toMatchObject({
        preset: 'catalog',
        outcomes: { unchanged: 2, created: 0, updated: 0 },
      })
      const edited = await take(exported.replaceAll('"Night Drive"', '"Day Drive"'))
      expect(edited.outcomes).toMatchObject({ unchanged: 1, updated: 1 })
      expect((await fixture.get(first?.releaseId ?? '')).body).toMatchObject({
        title: 'Day Drive',
        label: 'Blue Lamp',
        tracks: [{ title: 'Intro' }, { title: 'The Edge of Town' }],
      })
    },
  )

  it('deletes the drafts that it created, but none that was changed since', async () => {
    const { take, releases, ended, fixture } = await other()
    const table = await take(twoReleases)
    const [first, second] = await releases(table.id)
    await fixture.patch(second?.releaseId ?? '', { label: 'Other' })
    expect((await fixture.post(`/api/v1/distributor/imports/tables/${table.id}/undo`)).status).toBe(202)
    expect(await ended(table.id)).toMatchObject({ status: 'undone', outcomes: { undone: 1, created: 1 } })
    expect((await fixture.get(first?.releaseId ?? '')).status).toBe(404)
    expect((await fixture.get(second?.releaseId ?? '')).status).toBe(200)
    expect((await releases(table.id))[1]?.problems).toMatchObject([{ code: 'changed_since', severity: 'warning' }])
    const restored = await fixture.post(`/api/v1/music-distributor/trash/${first?.releaseId}/restore`)
    expect(restored).toMatchObject({ status: 200, body: { externalId: 'BL-1', tracks: [{ title: 'Intro' }, {}] } })
    expect(restored.body.tracks[0]).not.toHaveProperty('uploadId')
  })

  it('reads workbooks, where a UPC is a number, and tables with tabs', async () => {
    const { take, releases } = await other()
    const rows = [
      ['upc', 'releaseTitle', 'trackTitle'],
      [36000291452, 'Rain', 'Rain'],
    ]
    const table = await take(workbookOf(rows), { filename: 'catalog.xlsx' })
    expect((await releases(table.id))[0]).toMatchObject({ key: '036000291452', outcome: 'created' })
    const again = await take(rows.map((cells) => cells.join('\t')).join('\n'))
    expect(again.outcomes).toMatchObject({ unchanged: 1 })
  })

  it('refuses what is not a table of releases', async () => {
    const { take } = await other()
    expect(await take('<html><body>No</body></html>')).toMatchObject({
      status: 'refused',
      releases: 0,
      problems: [{ code: 'table_refused', message: 'The file is an HTML page, not a table.' }],
    })
    expect(await take('name,price\na,b\n')).toMatchObject({ status: 'refused' })
    expect(await take('upc,releaseTitle,upc\n1,2,3\n')).toMatchObject({
      problems: [{ message: 'The table has the column "upc" twice.' }],
    })
    expect(await take('upc,releaseTitle\n')).toMatchObject({ status: 'refused' })
  })
})
