import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { coverJpeg, shortMaster } from '../../../server/test/harness/submittable.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'

let fixture: HubFixture

const head =
  'externalId,upc,releaseTitle,releaseArtist,label,genre,releaseLanguage,releaseExplicit,releaseDate,originalReleaseDate,pLine,cLine,track,trackTitle,composer,composition,containsSamples,isrc,audioFile,coverFile'
const row = (id: string, upc: string, title: string, audio: string, cover: string): string =>
  [
    ...[id, upc, title, 'Ada Lund', 'Blue Lamp', 'electronic', 'en', 'no', '2027-01-15', '2027-01-15'],
    ...['2026 Blue Lamp', '2026 Blue Lamp', '1', title, 'Ada Byron', 'original', 'no', '', audio, cover],
  ].join(',')

beforeAll(async () => {
  fixture = await openHubFixture({ environment: { SPINDLE_ISRC_PREFIX: 'ZZABC' } })
  await mkdir(join(fixture.folder, 'masters/one'), { recursive: true })
  await fixture.write('masters/one/Rain.wav', shortMaster(1))
  await fixture.write('masters/cover.jpg', await coverJpeg())
  await fixture.write(
    'catalogue.csv',
    [
      head,
      row('A', '0200000000011', 'Rain', 'one/rain.wav', 'cover.jpg'),
      row('B', '036000291452', 'Sun', 'sun.wav', 'cover.jpg'),
    ].join('\n'),
  )
})

describe('import of a table', () => {
  it('shows in a dry run what would happen', async () => {
    const { code, stdout, stderr } = await fixture.spindle(['import', 'catalogue.csv', '--dry-run', '--json'])
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('Dry run: 0 ready, 2 need you (2 created)'),
    })
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, releases: [{ key: 'A', releaseId: null }, { key: 'B' }] })
    expect((await fixture.json(['releases', 'list'])).data).toEqual([])
  })

  it('sends the masters that its drafts wait for, once, and the same command again continues', async () => {
    const command = ['import', 'catalogue.csv', '--audio', 'masters', '--json'] as const
    const first = await fixture.spindle(command)
    expect(first).toMatchObject({ code: 4, stderr: expect.stringContaining('1 ready, 1 needs you (2 created)') })
    const { releases } = JSON.parse(first.stdout)
    expect(releases).toMatchObject([
      { key: 'A', missingFiles: [], outcome: 'created' },
      { key: 'B', missingFiles: [{ kind: 'audio', files: expect.arrayContaining(['sun.wav']) }] },
    ])
    const { data: sent } = await fixture.json(['uploads', 'list'])
    expect(sent.map(({ filename }: { filename: string }) => filename).toSorted()).toEqual(['cover.jpg', 'one_rain.wav'])
    await fixture.write('masters/sun.wav', shortMaster(2))
    const again = await fixture.spindle(command)
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('2 ready (2 unchanged)') })
    expect((await fixture.json(['uploads', 'list'])).data).toHaveLength(3)
    const { data: drafts } = await fixture.json(['releases', 'list'])
    expect(drafts).toMatchObject([{ status: 'draft' }, { status: 'draft' }])
    const { data: tables } = await fixture.json(['imports', 'tables'])
    expect(tables).toMatchObject([{ status: 'done', missingFiles: 0 }, { status: 'done' }, { dryRun: true }])
  })

  it('gives the rows with errors back, and undoes what it created', async () => {
    await fixture.write('bad.csv', 'externalId,releaseTitle,releaseDate,trackTitle\nC,C,soon,C\nD,D,,D\n')
    const { code, stdout } = await fixture.spindle(['import', 'bad.csv', '--json'])
    expect(code).toBe(4)
    const { id } = JSON.parse(stdout)
    const errors = await fixture.spindle(['imports', 'errors', id])
    expect(errors.stdout).toContain('"C","C","soon","C","releaseDate: ""soon"" is not a date')
    const undone = await fixture.json(['imports', 'undo', id, '--yes'])
    expect(undone).toMatchObject({ status: 'undone', outcomes: { undone: 1, refused: 1 } })
  })

  it('takes a table that only compressed fits into a request', async () => {
    const notes = 'A remark about this track. '.repeat(2300)
    const rows = Array.from({ length: 150 }, (_, at) => `L,Rain,Rain ${at + 1},${at + 1},${notes}`)
    await fixture.write('large.csv', ['externalId,releaseTitle,trackTitle,track,notes', ...rows].join('\n'))
    const { stdout } = await fixture.spindle(['import', 'large.csv', '--dry-run', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ rows: 150, ignoredColumns: ['notes'] },
      releases: [{ key: 'L', outcome: 'created' }],
    })
  })

  it('says why a table is refused, and that options of tables are not for packages', async () => {
    await fixture.write('no.csv', 'a,b\n1,2\n')
    expect(await fixture.spindle(['import', 'no.csv'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no.csv was refused: No line has names of columns that the hub knows.'),
    })
    expect(await fixture.spindle(['import', 'masters', '--dry-run'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--audio, --preset, --mapping and --dry-run are for tables'),
    })
  })
})
