import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from 'modern-tar'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { coverJpeg, shortMaster } from '../../../server/test/harness/submittable.ts'
import { message42 } from '../../../server/test/imports/messages.ts'
import { findArchiveReader, withUnpacked } from '../../src/commands/imports/archive/open-archive.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { makeFolder } from '../harness/spindle-home.ts'
import { makeZip, type ZipEntry } from './make-zip.ts'

/** Packages in archives, to a real hub; and archives that would do harm. */

const wav = shortMaster(1)
const message = (id: string, upc: string, title: string): string =>
  message42({ messageId: `M${id}`, upc, title }).replaceAll('far-1', `far-${id}`)
const takedown = message42({
  messageId: 'M9',
  upc: '0200000000011',
  createdAt: '2026-11-02T10:00:00Z',
  deals: '',
}).replaceAll('far-1', 'far-1')

const manifest = (...urls: string[]): string =>
  `<echo:ManifestMessage xmlns:echo="http://ddex.net/xml/ern-c/15"><RootDirectory/>${urls
    .map((url) => `<MessageInBatch><MessageType>NewReleaseMessage</MessageType><URL>${url}</URL></MessageInBatch>`)
    .join('')}</echo:ManifestMessage>`

describe('import of an archive', () => {
  let fixture: HubFixture
  const home = makeFolder()
  let batch: readonly { readonly name: string; readonly bytes: string | Buffer }[]
  beforeAll(async () => {
    fixture = await openHubFixture()
    const cover = await coverJpeg()
    batch = [
      { name: 'b1/0200000000011/0200000000011.xml', bytes: message('1', '0200000000011', 'First') },
      { name: 'b1/0200000000011/resources/A1.wav', bytes: wav },
      { name: 'b1/0200000000011/resources/A2.jpg', bytes: cover },
      { name: 'b1/0100000000012/0100000000012.xml', bytes: takedown },
      { name: 'b1/__MACOSX/._A1.wav', bytes: 'nothing' },
      {
        name: 'b1/BatchComplete_b1.xml',
        bytes: manifest('/b1/0200000000011/0200000000011.xml', './0100000000012/0100000000012.xml'),
      },
    ]
    await fixture.write(
      'batch.zip',
      makeZip(batch.map(({ name, bytes }) => ({ name, bytes, isDeflated: name.endsWith('.xml') }))),
    )
    const second: TarEntry[] = [
      { name: 'p2/m.xml', bytes: message('2', '0200000000028', 'Second') },
      { name: 'p2/resources/A1.wav', bytes: wav },
      { name: 'p2/resources/A2.jpg', bytes: cover },
    ].map(({ name, bytes }) => ({ header: { name, size: Buffer.byteLength(bytes) }, body: bytes }))
    const tar = await packTar(second)
    await fixture.write('second.tar', tar)
    await fixture.write('second.tgz', gzipSync(tar))
  })

  const leftOvers = async (): Promise<string[]> => {
    const names = await readdir(home, { recursive: true })
    return names.filter((name) => /[\\/]archives(?:[\\/]|$)/.test(name))
  }

  it('takes a batch from a ZIP in the order of its manifest, and the second time changes nothing', async () => {
    const first = await fixture.json(['import', 'batch.zip'], { home })
    expect(first).toMatchObject([
      {
        message: 'batch.zip/b1/0200000000011/0200000000011.xml',
        status: 'created',
        files: [
          { path: 'resources/A1.wav', status: 'accepted' },
          { path: 'resources/A2.jpg', status: 'accepted' },
        ],
      },
      // The release is a draft, so there is nothing to take down: the draft says who withdrew it.
      { message: 'batch.zip/b1/0100000000012/0100000000012.xml', status: 'updated', releaseId: first[0].releaseId },
    ])
    const again = await fixture.json(['import', 'batch.zip'], { home })
    expect(again.map(({ status }: { status: string }) => status)).toEqual(['stale', 'unchanged'])
    expect(await leftOvers()).toEqual([expect.stringMatching(/archives$/)])
  })

  it('takes packages from tar, also with gzip', async () => {
    expect(await fixture.json(['import', 'second.tar'], { home })).toMatchObject([
      { message: 'second.tar/p2/m.xml', status: 'created', files: [{ status: 'accepted' }, { status: 'accepted' }] },
    ])
    expect(await fixture.json(['import', 'second.tgz'], { home })).toMatchObject([{ status: 'unchanged' }])
  })

  it('submits nothing of a batch whose manifest names a missing message', async () => {
    const part = batch.filter(({ name }) => !name.includes('0100000000012'))
    await fixture.write('part.zip', makeZip(part))
    const { code, stderr } = await fixture.spindle(['import', 'part.zip'], { home })
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('incomplete_batch') })
    expect(stderr).toContain('./0100000000012/0100000000012.xml')
  })

  it('says in words why an archive is refused', async () => {
    await fixture.write('evil.zip', makeZip([{ name: 'a/../../../evil.xml', bytes: 'x' }]))
    const { code, stderr } = await fixture.spindle(['import', 'evil.zip'], { home })
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('evil.zip cannot be imported') })
    expect(await leftOvers()).toEqual([expect.stringMatching(/archives$/)])
  })
})

describe('unpacking', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-unpack-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
  })

  async function unpack<T>(
    bytes: Uint8Array,
    work: (path: string) => Promise<T>,
    signal = new AbortController().signal,
  ) {
    const archive = { path: join(folder, 'given'), shown: 'given' }
    if (!existsSync(archive.path)) await writeFile(archive.path, bytes)
    const read = await findArchiveReader(archive)
    if (!read) throw new Error('it was taken for no archive')
    return withUnpacked({ archive, stateFolder: join(folder, 'state'), signal }, read, ({ path }) => work(path))
  }
  const listing = (path: string) => readdir(path, { recursive: true })
  const zip = (...entries: ZipEntry[]) => makeZip(entries)
  const tar = (...headers: TarEntry['header'][]) =>
    packTar(headers.map((header) => ({ header, ...(header.size > 0 ? { body: 'x'.repeat(header.size) } : {}) })))

  it.each([
    ['a path out of it', () => zip({ name: '../a.xml' }), /\.\.\/a\.xml/],
    ['an absolute path', () => zip({ name: '/etc/a.xml' }), /\/etc\/a\.xml/],
    ['a drive', () => zip({ name: 'C:/a.xml' }), /C:\/a\.xml/],
    ['a NUL in a name', () => zip({ name: 'a\0.xml' }), /is not allowed/],
    ['a link', () => zip({ name: 'a.wav', bytes: '/etc/passwd', mode: 0o120777 }), /a\.wav is a link/],
    ['a device', () => zip({ name: 'a.wav', mode: 0o020666 }), /a\.wav is not a file/],
    ['one name twice', () => zip({ name: 'a.wav' }, { name: 'a.wav' }), /contains a\.wav twice/],
    ['one name in two cases', () => zip({ name: 'A/b.wav' }, { name: 'a/B.wav' }), /contains a\/B\.wav twice/],
    ['a file as a folder', () => zip({ name: 'a.wav' }, { name: 'a.wav/b.wav' }), /contains a\.wav\/b\.wav twice/],
    ['a folder as a file', () => zip({ name: 'a.wav/b.wav' }, { name: 'a.wav' }), /contains a\.wav twice/],
    ['an encrypted file', () => zip({ name: 'a.wav', bytes: 'abc', isDeflated: true, isEncrypted: true }), /encrypt/],
    [
      'more bytes than it says',
      () => zip({ name: 'a.wav', bytes: Buffer.alloc(5000), isDeflated: true, claimedBytes: 9 }),
      /bytes/,
    ],
    ['less bytes than it says', () => zip({ name: 'a.wav', bytes: 'abc', isDeflated: true, claimedBytes: 9 }), /bytes/],
    [
      'a bomb',
      () => zip({ name: 'a.wav', bytes: Buffer.alloc(80 * 1024 ** 2), isDeflated: true }),
      /unpacks to more than/,
    ],
    ['what claims to be a bomb', () => zip({ name: 'a.wav', bytes: 'abc', claimedBytes: 2 ** 31 }), /./],
    [
      'too many files',
      () => zip(...Array.from({ length: 20_001 }, (_, index) => ({ name: `${index}.txt` }))),
      /more than 20000 files/,
    ],
    ['a deep folder', () => zip({ name: `${'a/'.repeat(16)}a.wav` }), /folders deep/],
    ['a damaged ZIP', () => zip({ name: 'a.wav', bytes: 'abc' }).subarray(0, 40), /./],
    ['a path out of a tar', () => tar({ name: '../a.xml', size: 1 }), /is outside the archive/],
    ['an absolute path in a tar', () => tar({ name: '/a.xml', size: 1 }), /is outside the archive/],
    ['a backslash in a tar', () => tar({ name: '..\\a.xml', size: 1 }), /is not allowed/],
    ['a link in a tar', () => tar({ name: 'a.wav', size: 0, type: 'symlink', linkname: '/etc/passwd' }), /is a link/],
    ['a hard link in a tar', () => tar({ name: 'a.wav', size: 0, type: 'link', linkname: 'b.wav' }), /is a link/],
    ['a pipe in a tar', () => tar({ name: 'a.wav', size: 0, type: 'fifo' }), /a\.wav is not a file/],
    ['one name of a tar twice', () => tar({ name: 'a.wav', size: 1 }, { name: './a.wav', size: 1 }), /twice/],
    ['a tar that was cut off', async () => (await tar({ name: 'a.wav', size: 5000 })).subarray(0, 2048), /truncated/],
    ['a tar.gz that was cut off', async () => gzipSync(await tar({ name: 'a.wav', size: 5 })).subarray(0, 60), /./],
    [
      'a bomb in gzip',
      async () => gzipSync(await tar({ name: 'a.wav', size: 80 * 1024 ** 2 })),
      /unpacks to more than/,
    ],
  ] as const)('refuses %s, and leaves nothing behind', async (_, make, why) => {
    const work = unpack(await make(), listing)
    await expect(work).rejects.toMatchObject({ code: 'archive_refused', message: expect.stringMatching(why) })
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['given', 'state', 'state/archives'])
  })

  it('writes what a message may mean, with its time, always in the same place, and removes it', async () => {
    const bytes = zip(
      { name: 'r/', mode: 0o040755 },
      { name: 'r/m.xml', bytes: '<a/>' },
      { name: 'r/A1.WAV', bytes: randomBytes(300_000), isDeflated: true },
      { name: 'r/readme.txt', bytes: 'no' },
      { name: 'r/inner.zip', bytes: 'no' },
      { name: '__MACOSX/r/._A1.WAV', bytes: 'no' },
      { name: 'r/large.xml', bytes: Buffer.alloc(9 * 1024 ** 2), isDeflated: true },
    )
    const look = async (path: string) => {
      const { size, mtimeMs } = await stat(join(path, 'r/A1.WAV'))
      return { path, names: (await listing(path)).sort(), size, mtimeMs }
    }
    const first = await unpack(bytes, look)
    expect(first).toMatchObject({
      names: ['r', 'r/A1.WAV', 'r/m.xml'],
      size: 300_000,
      mtimeMs: Date.UTC(2026, 10, 12, 12),
    })
    expect(await unpack(bytes, look)).toEqual(first)
    expect(existsSync(first.path)).toBe(false)
  })

  it('is done once at a time, and ends when it is interrupted', async () => {
    const bytes = zip({ name: 'a.xml', bytes: '<a/>' })
    await unpack(bytes, async () => {
      await expect(unpack(bytes, listing)).rejects.toMatchObject({
        code: 'folder_busy',
        message: expect.stringContaining('Another run is importing this archive'),
      })
    })
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(unpack(bytes, listing, stopped)).rejects.toThrow('stopped')
    await mkdir(join(folder, 'state/archives'), { recursive: true })
    expect(await readdir(join(folder, 'state/archives'))).toEqual([])
  })
})
