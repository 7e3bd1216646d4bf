import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExport, findProblem, refuseLink } from './check-export.ts'
import type { ExportManifest } from './manifest.ts'

const id = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB-20261126T080000000Z'
const rows = (file = `exports/${id}/tracks.ndjson`) => ({ file, bytes: 1, sha256: '0'.repeat(64) })
const manifestOf = (tables: ExportManifest['tables']): ExportManifest => ({
  format: 1,
  id,
  createdAt: '2026-11-26T08:00:00.000Z',
  hubVersion: '0.1.0',
  account: { id: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Night Label', createdAt: '2026-11-26T08:00:00.000Z' },
  tables,
  uploads: 0,
  bytes: 0,
  uploadsSha256: '0'.repeat(64),
  missing: [],
})
const check = (tables: ExportManifest['tables'], lines: string | Buffer = '') =>
  checkExport({
    archive: { read: () => Readable.from([Buffer.from(lines)]) },
    manifest: manifestOf(tables),
    from: '/nowhere',
  })
const tracks = { name: 'tracks', columns: ['id', 'title'], rows: rows() }

describe('a forged export', () => {
  it.each([
    ['names a column twice', [{ ...tracks, columns: ['id', 'id'] }], 'names the column "id" of "tracks" twice'],
    [
      'names the column of the account',
      [{ ...tracks, columns: ['id', 'account_id'] }],
      'names the column "account_id" of "tracks" twice',
    ],
    ['names a table twice', [tracks, tracks], 'names the table "tracks" twice'],
    [
      'has its rows elsewhere',
      [{ ...tracks, rows: rows('../../../../etc/passwd') }],
      'the rows of "tracks" at "../../../../etc/passwd"',
    ],
    ['leads out', [{ ...tracks, rows: rows('exports/../../tracks.ndjson') }], 'at "exports/../../tracks.ndjson"'],
    ['has an absolute place', [{ ...tracks, rows: rows('/tracks.ndjson') }], 'at "/tracks.ndjson"'],
  ])('that %s is refused by name', async (_what, tables, words) => {
    await expect(check(tables)).rejects.toMatchObject({
      name: 'ArchiveError',
      message: expect.stringContaining(words),
      fix: 'export the account again',
    })
  })

  const deep = `{"id":${'['.repeat(101)}${']'.repeat(101)}}`
  it.each([
    ['{"id":"a"}\n{"id":"b\\u0000"}\n', 'line 2: a text has a character that cannot be stored'],
    ['{"id":"\\ud800"}\n', 'line 1: a text has a character that cannot be stored'],
    ['{"id":"a"}\n{"id":\n', 'line 2: it is not JSON'],
    ['[1]\n', 'line 1: it is not a row'],
    [`{"id":"a"}\n{"id":"a"}\n${deep}`, 'line 3: it is nested more than 100 deep'],
    [Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), 'it is not UTF-8'],
  ])('with the rows %j is refused by file and line', async (lines, words) => {
    await expect(check([tracks], lines)).rejects.toMatchObject({
      name: 'ArchiveError',
      message: `The export cannot be imported: exports/${id}/tracks.ndjson${words.startsWith('line') ? ', ' : ': '}${words}`,
    })
  })

  it('of which nothing is wrong is taken', async () => {
    await check([tracks], '{"id":"a","title":"\\\\u0000 [[[ \\" ]"}\n{"id":"\\ud83d\\ude00"}')
    expect(findProblem(`{"title":"${'['.repeat(1_000)}"}`)).toBeUndefined()
  })
})

describe('a symbolic link', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'links-'))
    await mkdir(join(folder, 'files', '00'), { recursive: true })
    await writeFile(join(folder, 'files', '00', 'whole.wav'), 'x')
    await symlink('/etc/passwd', join(folder, 'files', '00', 'link.wav'))
    await symlink('/etc', join(folder, 'files', '11'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('in an export is refused, be it a file or a folder on the way', async () => {
    await refuseLink(folder, 'files/00/whole.wav')
    await refuseLink(folder, 'files/00/missing.wav')
    await expect(refuseLink(folder, 'files/00/link.wav')).rejects.toThrow('files/00/link.wav is a symbolic link')
    await expect(refuseLink(folder, 'files/11/passwd')).rejects.toThrow('files/11 is a symbolic link')
  })
})
