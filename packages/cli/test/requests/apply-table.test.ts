import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub, type WrittenAnswer } from '../harness/answering-hub.ts'
import { runInTerminal, runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** `catalog export` and `catalog apply`, line by line: what is shown, asked and answered to a program. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [id, gone] = [`rel_${ulid}`, 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC']
const [track, job] = [`trk_${ulid}`, `blk_${ulid}`]
const releases = '/api/v1/music-distributor/releases'
const bulk = '/api/v1/distributor/bulk'

const listOf = (...data: readonly object[]): WrittenAnswer => ({
  body: { data, page: { limit: 20, nextCursor: null, hasMore: false } },
})
const problem = (status: number, error: string, detail: string): WrittenAnswer => ({
  status,
  body: { title: detail, status, detail, error, requestId: 'req_1' },
})

const release = {
  id,
  revision: 4,
  title: '=Night',
  label: 'Blue; Lamp',
  upc: '0200000000011',
  tracks: [{ id: track, number: 1, title: 'First Light', isrc: null, uploadId: null }],
}
const counts = { total: 1, waiting: 0, done: 1, unchanged: 0, refused: 0 }
const done = { id: job, action: 'patch', status: 'completed', dryRun: false, counts }

const answers: Readonly<Record<string, WrittenAnswer>> = {
  'GET /api/v1/distributor/catalog': listOf({ id, deleted: false }, { id: 'rel_1', deleted: true }, { id: gone }),
  [`GET ${releases}/${id}`]: { body: release },
  [`GET ${releases}/${gone}`]: problem(404, 'release_not_found', 'There is no such release.'),
  [`POST ${bulk}`]: { status: 202, body: done },
}

let hub: AnsweringHub
let cwd: string
beforeAll(async () => {
  hub = await startAnsweringHub(answers)
  cwd = makeFolder()
})
beforeEach(() => hub.forget())

const heading = 'releaseId,revision,trackId,title,label'
const write = (table: string | Uint8Array): Promise<void> => writeFile(join(cwd, 't.csv'), table)
const apply = (...more: readonly string[]) =>
  runSpindle(['catalog', 'apply', 't.csv', ...more], { hub, key: 'spn_1', cwd })
const calls = (): readonly string[] => hub.asked.map(({ call }) => call)

describe('catalog export --editable', () => {
  const columns =
    'releaseId,revision,trackId,title,subtitle,displayArtist,label,upc,catalogNumber,releaseDate,originalReleaseDate,genre,language,explicit,version,isrc,iswc'
  const run = (...more: readonly string[]) =>
    runSpindle(['catalog', 'export', '--editable', ...more], { hub, key: 'spn_1' })

  it('writes one row for the release and one for each track, and leaves out what was deleted meanwhile', async () => {
    expect(await run()).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        columns,
        `${id},4,,'=Night,,,"Blue; Lamp",0200000000011,,,,,,,,,`,
        `${id},4,${track},First Light,,,,,,,,,,,,,`,
        '',
      ].join('\r\n'),
    })
    expect(calls()).toEqual([
      'GET /api/v1/distributor/catalog?limit=100',
      `GET ${releases}/${id}`,
      `GET ${releases}/${gone}`,
    ])
  })

  it('without releases is the names of the columns, so that the file is still a table', async () => {
    const empty = await startAnsweringHub({ 'GET /api/v1/distributor/catalog': listOf() })
    const { code, stdout } = await runSpindle(['catalog', 'export', '--editable'], { hub: empty, key: 'spn_1' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${columns}\r\n` })
  })

  it('ends with 3 if the key may not read a release, and does not leave it out', async () => {
    const closed = await startAnsweringHub({
      ...answers,
      [`GET ${releases}/${id}`]: problem(403, 'permission_missing', 'The key lacks music:read.'),
    })
    const { code, stderr } = await runSpindle(['catalog', 'export', '--editable'], { hub: closed, key: 'spn_1' })
    expect({ code, line: stderr.split('\n')[0] }).toEqual({
      code: 3,
      line: '✖ The key lacks music:read.  [permission_missing]',
    })
  })
})

describe('catalog apply', () => {
  it('shows each cell that differs at 80 columns, then the job', async () => {
    await write(`${heading}\n${id},4,,Night Train,Blue; Lamp\n${id},4,${track},Second Light,\n`)
    const args = ['catalog', 'apply', 't.csv', '--yes']
    const { code, stdout } = await runInTerminal(args, { hub, key: 'spn_1', cwd, columns: 80 })
    expect(code).toBe(0)
    expect(stripVTControlCharacters(stdout).trimEnd().split('\r\n')).toEqual([
      'LINE  RELEASE        TRACK          MEMBER  BEFORE       AFTER',
      '2     rel_…N5T0RHYB  -              title   =Night       Night Train',
      '3     rel_…N5T0RHYB  trk_…N5T0RHYB  title   First Light  Second Light',
      'blk_01JD3MZ6V8Q4W9X2K7N5T0RHYB: patch is completed. 1 release: 1 done, 0',
      '  unchanged, 0 refused.',
    ])
    expect(hub.asked.at(-1)).toEqual({
      call: `POST ${bulk}`,
      body: {
        action: 'patch',
        dryRun: false,
        releases: [
          {
            id,
            revision: 4,
            patch: { title: 'Night Train', tracks: [{ id: track, number: 1, title: 'Second Light' }] },
          },
        ],
      },
    })
  })

  it('is rows with whole ids in a pipe, and reads the table from stdin', async () => {
    const input = `${heading}\n${id},4,,Night Train,Blue; Lamp\n`
    const args = ['catalog', 'apply', '-', '--yes']
    const { stdout, stderr } = await runSpindle(args, { hub, key: 'spn_1', input })
    expect({ lines: stdout.split('\n'), stderr }).toEqual({
      lines: [
        `2\t${id}\t-\ttitle\t=Night\tNight Train`,
        `${job}: patch is completed. 1 release: 1 done, 0 unchanged, 0 refused.`,
        '',
      ],
      stderr: '',
    })
  })

  it('writes one JSON document with the differences and the jobs', async () => {
    await write(`${heading}\n${id},4,,Night Train,Blue; Lamp\n`)
    const { code, stdout } = await apply('--yes', '--json')
    expect({ code, shown: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      shown: {
        differences: [
          { line: 2, releaseId: id, trackId: null, member: 'title', before: '=Night', after: 'Night Train' },
        ],
        problems: [],
        jobs: [{ ...done, refused: [] }],
      },
    })
  })

  it('writes the differences as JSON also if a job cannot be started', async () => {
    const full = await startAnsweringHub({
      ...answers,
      [`POST ${bulk}`]: problem(403, 'permission_missing', 'The key lacks music:write.'),
    })
    await write(`${heading}\n${id},4,,Night Train,Blue; Lamp\n`)
    const args = ['catalog', 'apply', 't.csv', '--yes', '--json']
    const { code, stdout, stderr } = await runSpindle(args, { hub: full, key: 'spn_1', cwd })
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ differences: [{ after: 'Night Train' }], problems: [], jobs: [] })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'permission_missing' } })
  })

  it('asks for nothing and starts no job if nothing changes', async () => {
    await write(`${heading}\n${id},3,,'=Night,Blue; Lamp\n`.replace('Blue; Lamp', '"Blue; Lamp"'))
    expect(await apply()).toEqual({ code: 0, stdout: 'Nothing changes.\n', stderr: '' })
    expect(calls()).toEqual([`GET ${releases}/${id}`])
    const { stdout } = await apply('--json')
    expect(JSON.parse(stdout)).toEqual({ differences: [], problems: [], jobs: [] })
  })

  it('needs --yes without a terminal, and has shown the differences by then', async () => {
    await write(`${heading}\n${id},4,,Night Train,Blue; Lamp\n`)
    expect(await apply()).toEqual({
      code: 2,
      stdout: `2\t${id}\t-\ttitle\t=Night\tNight Train\n`,
      stderr: '✖ This command needs confirmation, but no terminal is attached  [usage]\n  Add --yes.\n',
    })
    expect(calls()).toEqual([`GET ${releases}/${id}`])
  })

  it('starts a job that changes nothing with --dry-run, and does not ask', async () => {
    await write(`${heading}\n${id},4,,Night Train,Blue; Lamp\n`)
    expect(await apply('--dry-run')).toMatchObject({ code: 0, stderr: '' })
    expect(hub.asked.at(-1)?.body).toMatchObject({ action: 'patch', dryRun: true })
  })
})

describe('a table with rows that are refused', () => {
  const refused = (count: string): string =>
    `✖ ${count} refused, so nothing was changed  [table_refused]\n  Correct or remove these rows.\n`

  it.each([
    [
      'an old revision',
      `${id},3,,Night Train,Blue; Lamp\n`,
      `Line 2, ${id}: The table has revision 3, and the release is now at revision 4. Export it again and repeat your change.\n${refused('1 row was')}`,
    ],
    [
      'a release that does not exist',
      `${id},4,,Night Train,Blue; Lamp\n${gone},1,,Sun,\n${gone},1,${track},Sun,\n`,
      `Line 3, ${gone}: The release does not exist. It may have been deleted. Remove the row.\nLine 4, ${gone}: The release does not exist. It may have been deleted. Remove the row.\n${refused('2 rows were')}`,
    ],
    [
      'a track of another release',
      `${id},4,trk_other,Night Train,\n`,
      `Line 2, ${id}: The release has no track trk_other.\n${refused('1 row was')}`,
    ],
    [
      'two titles for one release',
      `${id},4,,Night Train,Blue; Lamp\n${id},4,,Night Bus,Blue; Lamp\n`,
      `Line 3, ${id}: Line 2 has another "title". Remove one of the two rows.\n${refused('1 row was')}`,
    ],
  ])('names %s and changes nothing', async (_, rows, stderr) => {
    await write(`${heading}\n${rows}`)
    const answer = await apply('--yes')
    expect({ code: answer.code, stderr: answer.stderr }).toEqual({ code: 4, stderr })
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('shows the problems as JSON, and the reason on stderr', async () => {
    await write(`${heading}\n${gone},1,,Sun,\n`)
    const { stdout, stderr } = await apply('--yes', '--json')
    expect(JSON.parse(stdout)).toEqual({
      differences: [],
      problems: [
        { line: 2, releaseId: gone, message: 'The release does not exist. It may have been deleted. Remove the row.' },
      ],
      jobs: [],
    })
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'table_refused' } })
  })
})

describe('a file that is not a table', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['is empty', '', '✖ Line 1: the column releaseId is missing  [table_invalid]'],
    [
      'has a column twice',
      `releaseId,revision,trackId,title,title\n${id},4,,=Night,Night Train\n`,
      '✖ Line 1: the column "title" is there twice. Remove one of them  [table_invalid]',
    ],
    [
      'has another id than of a release',
      `${heading}\n${track},4,,Sun,\n`,
      '✖ Line 2: releaseId is not the id of a release  [table_invalid]',
    ],
    [
      'has a quotation mark that does not end',
      `${heading}\n${id},4,,"Night,\n`,
      '✖ Line 2 is not valid CSV: a quotation mark is missing or out of place  [table_invalid]',
    ],
    [
      'is in Windows-1252',
      Buffer.from(`${heading}\n${id},4,,Caf\u00e9,\n`, 'latin1'),
      '✖ t.csv is not UTF-8  [table_invalid]',
    ],
  ])('%s: the command ends with 4 and requests nothing', async (_, table, line) => {
    await write(table)
    const { code, stdout, stderr } = await apply('--yes')
    expect({ code, stdout, line: stderr.split('\n')[0] }).toEqual({ code: 4, stdout: '', line })
    expect(hub.asked).toEqual([])
  })

  it('reads what Excel saves as Unicode text: UTF-16 with tabs', async () => {
    await write(Buffer.from(`\ufeffreleaseId\trevision\ttrackId\ttitle\r\n${id}\t4\t\tCafé\r\n`, 'utf16le'))
    const { code, stdout } = await apply('--yes')
    expect({ code, line: stdout.split('\n')[0] }).toEqual({ code: 0, line: `2\t${id}\t-\ttitle\t=Night\tCafé` })
  })

  it('that is missing is named with its path', async () => {
    const args = ['catalog', 'apply', 'none.csv', '--yes']
    const { code, stderr } = await runSpindle(args, { hub, key: 'spn_1', cwd })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `✖ ${join(cwd, 'none.csv')} does not exist  [enoent]\n  Check the path.\n`,
    })
  })
})
