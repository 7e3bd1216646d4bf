import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateBackupKey, parseRecipient, parseSecretKey } from './backup-keys.ts'
import type { CopyOrder } from './file-thread.ts'
import { fileThreads } from './file-threads.ts'
import { sealStream } from './seal.ts'

/** Of an empty input, of `abc` and of a million times `a`: the examples of FIPS 180-4. */
const digests = {
  '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  million: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
}

describe('files on threads', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'examine-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const writeFileOf = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  const examiner = fileThreads('reading')

  it('digests files of every length', async () => {
    const examine = async (content: string) =>
      examiner.examine({ path: await writeFileOf('whole', content), start: 0, expectedLength: content.length })
    expect(await examine('')).toEqual({ length: 0, sha256: digests[''] })
    expect(await examine('abc')).toEqual({ length: 3, sha256: digests.abc })
    expect(await examine('a'.repeat(1_000_000))).toEqual({ length: 1_000_000, sha256: digests.million })
  })

  it('digests a part of a file', async () => {
    const path = await writeFileOf('part', `before${'a'.repeat(1_000_000)}after`)
    const part = { path, start: 6, length: 1_000_000 }
    expect(await examiner.examine({ ...part, expectedLength: 1_000_000 })).toEqual({
      length: 1_000_000,
      sha256: digests.million,
    })
  })

  it('reports what is missing, has another length, or cannot be read', async () => {
    const path = await writeFileOf('short', 'ab')
    expect(await examiner.examine({ path, start: 0, expectedLength: 3 })).toEqual({ length: 2 })
    expect(await examiner.examine({ path: join(folder, 'none'), start: 0, expectedLength: 3 })).toEqual({})
    expect(await examiner.examine({ path: folder, start: 0, length: 3, expectedLength: 3 })).toEqual({
      error: 'EISDIR: illegal operation on a directory, read',
    })
  })

  it('answers each of many questions with what is in its file', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `file ${index}`)
    const asked = names.map(async (name) =>
      examiner.examine({ path: await writeFileOf(name, name), start: 0, expectedLength: name.length }),
    )
    expect(await Promise.all(asked)).toEqual(
      names.map((name) => ({ length: name.length, sha256: hash('sha256', name) })),
    )
  })

  it('digests what is sealed as it was before', async () => {
    const keys = generateBackupKey()
    const opening = fileThreads('reading', parseSecretKey(keys.secret))
    const [plain, path] = [await writeFileOf('plain', 'a'.repeat(1_000_000)), join(folder, 'sealed')]
    await pipeline(createReadStream(plain), sealStream(parseRecipient(keys.recipient)), async (sealed) =>
      writeFile(path, sealed),
    )
    const bytes = await readFile(path)
    const examine = () => opening.examine({ path, start: 0, expectedLength: bytes.length })
    expect(await examine()).toEqual({ length: bytes.length, sha256: digests.million })
    bytes[500_000] = (bytes[500_000] ?? 0) ^ 1
    await writeFile(path, bytes)
    expect(await examine()).toEqual({
      error: 'the file was changed, is incomplete, or is encrypted for another key',
    })
  })

  it('starts new threads after they have ended', async () => {
    const path = await writeFileOf('later', 'abc')
    const examine = () => examiner.examine({ path, start: 0, expectedLength: 3 })
    await examine()
    await sleep(1_100)
    expect(await examine()).toEqual({ length: 3, sha256: digests.abc })
  })

  it('copies what it should be, durably, and leaves nothing of anything else', async () => {
    const threads = fileThreads('copying')
    const source = await writeFileOf('source', 'abc')
    const link = join(folder, 'link')
    await symlink(source, link)
    const copy = (more: Partial<CopyOrder>) =>
      threads.copy({
        ...{
          source: { path: source, start: 0 },
          mayBeLink: false,
          draft: join(folder, 'draft'),
          target: join(folder, 'target'),
        },
        ...{ expectedLength: 3, expectedSha256: digests.abc },
        ...more,
      })
    expect(await copy({})).toEqual({ state: 'copied' })
    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('abc')
    const target = join(folder, 'another')
    expect(await copy({ target, expectedSha256: digests[''] })).toEqual({ state: 'other' })
    expect(await copy({ target, expectedLength: 2 })).toEqual({ state: 'other' })
    expect(await copy({ target, source: { path: join(folder, 'none'), start: 0 } })).toEqual({ state: 'missing' })
    const ofLink = { source: { path: link, start: 0 } }
    expect(await copy({ target, ...ofLink })).toMatchObject({ state: 'unreadable', code: 'ELOOP' })
    expect(await copy({ target: join(folder, 'none', 'target') })).toMatchObject({ state: 'failed', code: 'ENOENT' })
    expect(
      await copy({ target, source: { path: folder, start: 0 }, expectedLength: (await stat(folder)).size }),
    ).toMatchObject({
      ...{ state: 'unreadable', code: 'EISDIR' },
    })
    expect(await readdir(folder)).not.toContain('draft')
    expect(await readdir(folder)).not.toContain('another')
    expect(await copy({ target: join(folder, 'followed'), mayBeLink: true, ...ofLink })).toEqual({ state: 'copied' })
  })

  it('copies a part of a file, as a tar file has one', async () => {
    const path = await writeFileOf('parts', 'xxabcyy')
    const order = { draft: join(folder, 'draft'), target: join(folder, 'part'), mayBeLink: true, expectedLength: 3 }
    const copy = (start: number) =>
      fileThreads('copying').copy({ ...order, source: { path, start, length: 3 }, expectedSha256: digests.abc })
    expect(await copy(1)).toEqual({ state: 'other' })
    expect(await copy(2)).toEqual({ state: 'copied' })
    expect(await readFile(order.target, 'utf8')).toBe('abc')
  })

  it('copies what a sealed file holds, and nothing of one whose seal is broken', async () => {
    const keys = generateBackupKey()
    const threads = fileThreads('copying', parseSecretKey(keys.secret))
    const plain = Buffer.alloc(1_000_000, 'a')
    const path = await writeFileOf('to-open', '')
    await pipeline(Readable.from([plain]), sealStream(parseRecipient(keys.recipient)), async (sealed) =>
      writeFile(path, sealed),
    )
    const bytes = await readFile(path)
    const order = { source: { path, start: 0 }, draft: join(folder, 'draft'), target: join(folder, 'opened') }
    const copy = () =>
      threads.copy({ ...order, mayBeLink: true, expectedLength: bytes.length, expectedSha256: digests.million })
    await writeFile(path, Buffer.concat([bytes.subarray(0, 900_000), Buffer.alloc(bytes.length - 900_000)]))
    expect(await copy()).toEqual({ state: 'other' })
    expect(await readdir(folder)).not.toContain('opened')
    await writeFile(path, bytes)
    expect(await copy()).toEqual({ state: 'copied' })
    expect(await readFile(order.target)).toEqual(plain)
  })
})
