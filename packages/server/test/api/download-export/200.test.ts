import { beforeAll, describe, expect, it } from 'vitest'
import { type ExportAccount, openExportAccount } from '../../harness/exports.ts'
import { sha256 } from '../../harness/uploads.ts'

describe('downloadExport 200', () => {
  let given: ExportAccount
  let made: { readonly id: string; readonly size: number }
  let whole: Response
  let archive: Buffer
  beforeAll(async () => {
    given = await openExportAccount()
    await given.fixture.release({ title: 'Export Drive' })
    made = await given.ready()
    whole = await given.download(made.id)
    archive = Buffer.from(await whole.arrayBuffer())
  })

  it('is a tar archive of the length that the export states, with its own file name', () => {
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/x-tar',
      'content-length': String(made.size),
      'content-disposition': `attachment; filename="${made.id}.tar"`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(archive.length).toBe(made.size)
    expect(archive.subarray(257, 262).toString()).toBe('ustar')
    expect(archive.subarray(-1_024).equals(Buffer.alloc(1_024))).toBe(true)
  })

  it('holds the releases of the account and the digest of each file, and nothing secret', () => {
    const files = filesOf(archive)
    const named = new Map(
      String(files.get('SHA256SUMS'))
        .trim()
        .split('\n')
        .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
    )
    const others = [...files].filter(([name]) => name !== 'SHA256SUMS')
    expect(others.map(([name]) => name).sort()).toEqual([...named.keys()].sort())
    for (const [name, bytes] of others) expect(sha256(bytes), name).toBe(named.get(name))
    expect(archive.includes('Export Drive')).toBe(true)
    for (const secret of [given.fixture.key, given.fixture.account.clientSecret, given.bearer])
      expect(archive.includes(secret)).toBe(false)
  })

  it('is the same each time, even after changes, and 304 with its tag', async () => {
    await given.fixture.release({ title: 'Later' })
    const again = await given.download(made.id)
    expect(Buffer.from(await again.arrayBuffer()).equals(archive)).toBe(true)
    const tag = whole.headers.get('etag') ?? ''
    expect((await given.download(made.id, { 'if-none-match': tag })).status).toBe(304)
  })
})

/** The files of a tar archive, by their names. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const textOf = (from: number, length: number): string =>
    archive
      .subarray(from, from + length)
      .toString()
      .replace(/\0.*$/s, '')
  for (let at = 0; archive[at] !== 0; ) {
    const size = Number.parseInt(textOf(at + 124, 12), 8)
    files.set(textOf(at, 100), archive.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}
