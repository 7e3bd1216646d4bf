import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateBackupKey, parseRecipient, parseSecretKey } from './backup-keys.ts'
import { fileExaminer } from './examine-files.ts'
import { sealStream } from './seal.ts'

/** Of nothing, of `abc` and of a million times `a`: the examples of FIPS 180-4. */
const digests = {
  '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  million: 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
}

describe('examining files on threads', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'examine-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const store = async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  const examiner = fileExaminer()

  it('digests files of every length', async () => {
    const examine = async (content: string) =>
      examiner.examine({ path: await store('whole', content), start: 0, expectedLength: content.length })
    expect(await examine('')).toEqual({ length: 0, sha256: digests[''] })
    expect(await examine('abc')).toEqual({ length: 3, sha256: digests.abc })
    expect(await examine('a'.repeat(1_000_000))).toEqual({ length: 1_000_000, sha256: digests.million })
  })

  it('digests a part of a file', async () => {
    const path = await store('part', `before${'a'.repeat(1_000_000)}after`)
    const part = { path, start: 6, length: 1_000_000 }
    expect(await examiner.examine({ ...part, expectedLength: 1_000_000 })).toEqual({
      length: 1_000_000,
      sha256: digests.million,
    })
  })

  it('says what is missing, has another length, or cannot be read', async () => {
    const path = await store('short', 'ab')
    expect(await examiner.examine({ path, start: 0, expectedLength: 3 })).toEqual({ length: 2 })
    expect(await examiner.examine({ path: join(folder, 'none'), start: 0, expectedLength: 3 })).toEqual({})
    expect(await examiner.examine({ path: folder, start: 0, length: 3, expectedLength: 3 })).toEqual({
      error: 'EISDIR: illegal operation on a directory, read',
    })
  })

  it('answers each of many questions with what is in its file', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `file ${index}`)
    const asked = names.map(async (name) =>
      examiner.examine({ path: await store(name, name), start: 0, expectedLength: name.length }),
    )
    expect(await Promise.all(asked)).toEqual(
      names.map((name) => ({ length: name.length, sha256: hash('sha256', name) })),
    )
  })

  it('digests what is sealed as it was before', async () => {
    const keys = generateBackupKey()
    const opening = fileExaminer(parseSecretKey(keys.secret))
    const [plain, path] = [await store('plain', 'a'.repeat(1_000_000)), join(folder, 'sealed')]
    await pipeline(createReadStream(plain), sealStream(parseRecipient(keys.recipient)), async (sealed) =>
      writeFile(path, sealed),
    )
    const bytes = await readFile(path)
    const examine = () => opening.examine({ path, start: 0, expectedLength: bytes.length })
    expect(await examine()).toEqual({ length: bytes.length, sha256: digests.million })
    bytes[500_000] = (bytes[500_000] ?? 0) ^ 1
    await writeFile(path, bytes)
    expect(await examine()).toEqual({
      error: 'the file was changed, was cut off, or is sealed for another key',
    })
  })

  it('begins anew when its threads have ended', async () => {
    const path = await store('later', 'abc')
    const examine = () => examiner.examine({ path, start: 0, expectedLength: 3 })
    await examine()
    await sleep(1_100)
    expect(await examine()).toEqual({ length: 3, sha256: digests.abc })
  })
})
