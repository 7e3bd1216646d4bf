import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256, testBytes } from '../harness/uploads.ts'
import { newFolder } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

const masters = [70_000, 30_000, 0, 1, 5_000].map((bytes) => testBytes(bytes))

describe('storage repair', () => {
  let stored: StoredUploads
  let ids: string[]
  let operator: StoredUploads['operator']
  let from: string
  beforeAll(async () => {
    stored = await openStoredUploads(masters)
    ;({ ids, operator } = stored)
    from = await stored.backUp()
  })
  const fileOf = (id = ''): string => join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id)
  const copyOf = (bytes: Buffer = Buffer.alloc(0)): string =>
    join(from, 'files', sha256(bytes).slice(0, 2), sha256(bytes))
  const flip = async (file: string): Promise<void> => {
    const bytes = await readFile(file)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
  const readAll = async (): Promise<string[]> =>
    Promise.all(
      ids.map(async (id) => {
        const { stream } = await stored.hub.hub.uploads.openForReading(stored.account.accountId, id)
        return sha256(Buffer.concat(await stream.toArray()))
      }),
    )
  const repair = (...more: string[]) => operator('storage', 'repair', '--from', from, ...more)

  it('brings back exactly what is missing, damaged or too short, into a hub that lives', async () => {
    await flip(fileOf(ids[0]))
    await truncate(fileOf(ids[1]), 100)
    await rm(fileOf(ids[2]))
    await rm(fileOf(ids[3]))
    expect(await repair()).toEqual({
      code: 0,
      out: [
        expect.stringMatching(/^5 uploads read \(.*\): 4 repaired, 0 not\.$/),
        ...[
          [ids[0], 'damaged'],
          [ids[1], 'damaged'],
          [ids[2], 'missing'],
          [ids[3], 'missing'],
        ].map(([id, problem]) => `upload ${id} was ${problem} and is intact again`),
      ],
      err: [],
    })
    expect(await readAll()).toEqual(masters.map(sha256))
    expect(await operator('storage', 'status')).toMatchObject({ code: 0, err: [] })
    expect((await repair()).out).toEqual([expect.stringMatching(/ 0 repaired, 0 not\.$/)])
    expect(await readdir(join(stored.hub.dataDir, 'uploads', 'partial', (ids[0] ?? '').slice(-2)))).toEqual([])
  })

  it('leaves what it cannot bring back as it is, names it, and repairs the rest', async () => {
    await flip(fileOf(ids[0]))
    await rm(fileOf(ids[1]))
    await rm(fileOf(ids[4]))
    const before = await readFile(fileOf(ids[0]))
    await flip(copyOf(masters[0]))
    await rm(copyOf(masters[4]))
    expect(await repair()).toMatchObject({
      code: 1,
      out: [expect.stringMatching(/: 1 repaired, 2 not\.$/), `upload ${ids[1]} was missing and is intact again`],
      err: [
        `upload ${ids[0]} is damaged: no intact copy in the backup: the content differs from what was stored`,
        `upload ${ids[4]} is missing: no intact copy in the backup: the file is missing`,
      ],
    })
    expect(await readFile(fileOf(ids[0]))).toEqual(before)
    await flip(copyOf(masters[0]))
    await writeFile(copyOf(masters[4]), masters[4] ?? '')
    expect((await repair()).code).toBe(0)
    expect(await readAll()).toEqual(masters.map(sha256))
  })

  it('reads only what the scrub found when asked to', async () => {
    await rm(fileOf(ids[1]))
    expect((await repair('--known')).out).toEqual([expect.stringMatching(/^0 uploads read .* 0 repaired/)])
    await operator('storage', 'scrub')
    expect((await repair('--known')).out).toEqual([
      expect.stringMatching(/^1 uploads read .* 1 repaired/),
      `upload ${ids[1]} was missing and is intact again`,
    ])
  })

  it('refuses a backup of another hub, a folder that is none, and a missing key', async () => {
    await rm(fileOf(ids[1]))
    const foreign = await openStoredUploads([testBytes(10)], { SPINDLE_SECRET: 't'.repeat(32) })
    const refused = await operator('storage', 'repair', '--from', await foreign.backUp())
    expect(refused.code).toBe(1)
    expect(refused.err.join('\n')).toContain('contains backups of another hub')
    expect((await operator('storage', 'repair', '--from', await newFolder())).code).toBe(1)
    await expect(readFile(fileOf(ids[1]))).rejects.toThrow()
  })

  it('decrypts what is encrypted with the key, and fails with a clear error without it', async () => {
    expect((await repair()).code).toBe(0)
    const key = join(await newFolder(), 'key')
    const recipient = (await operator('backup', 'key', '--to', key)).out[0] ?? ''
    from = await stored.backUp('--recipient', recipient)
    await flip(fileOf(ids[0]))
    const sealed = await repair()
    expect(sealed.code).toBe(1)
    expect(sealed.err.join('\n')).toContain('are encrypted')
    expect(await repair('--key', key)).toMatchObject({ code: 0 })
    expect(await readAll()).toEqual(masters.map(sha256))
  })

  it('fills a storage that was lost as a whole, once it was adopted', async () => {
    from = await stored.backUp()
    await rm(join(stored.hub.dataDir, 'uploads'), { recursive: true })
    expect((await repair()).code).toBe(78)
    expect((await operator('storage', 'adopt', '--confirm')).code).toBe(0)
    expect((await repair()).code).toBe(0)
    expect(await readAll()).toEqual(masters.map(sha256))
  })
})
