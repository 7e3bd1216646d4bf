import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256, testBytes } from '../harness/uploads.ts'
import { type BucketBackups, backupsAt, objectOf, openBucketBackups, prefixOf } from './bucket-backups.ts'
import { newFolder, openEmptyPlace, startOn } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

const masters = [70_000, 30_000, 0, 5_000].map((bytes) => testBytes(bytes))
const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = masters

describe('backups in a bucket', () => {
  let stored: StoredUploads
  let bucket: BucketBackups
  beforeAll(async () => {
    stored = await openStoredUploads(masters)
    bucket = await openBucketBackups(stored.hub)
  })
  const create = (to: string, ...more: string[]) => bucket.operator('backup', 'create', '--to', to, ...more)
  const verify = (from: string, ...more: string[]) => bucket.operator('backup', 'verify', from, ...more)
  const backUp = async (...options: string[]): Promise<string> => {
    const to = bucket.newAddress()
    expect(await create(to, ...options)).toMatchObject({ code: 0, err: [] })
    return to
  }
  const below = (address: string): string[] =>
    bucket.store.objectNames().filter((name) => name.startsWith(prefixOf(address)))
  const fileOf = (id = ''): string => join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id)

  it('has the files of a folder, its manifest last', async () => {
    const to = await backUp()
    const [id = ''] = backupsAt(bucket.store, to)
    for (const master of masters) expect(bucket.store.bytesOf(objectOf(to, master))).toEqual(master)
    const written = bucket.store.written.filter((name) => name.startsWith(prefixOf(to)) && !name.includes('incoming/'))
    expect(written.at(-1)).toBe(`${prefixOf(to)}backups/${id}/manifest.json`)
    expect(below(to).filter((name) => !/\/(files|backups)\//.test(name))).toEqual([
      `${prefixOf(to)}archive.json`,
      `${prefixOf(to)}reread.json`,
    ])
    expect(bucket.store.uploadNames()).toEqual([])
    expect(await verify(to, '--full')).toMatchObject({
      code: 0,
      out: [
        expect.stringContaining('4 uploads'),
        expect.any(String),
        'The hub has recorded that this backup was verified.',
      ],
      err: [],
    })
  })

  it('gets what it does not have, and is listed', async () => {
    const to = await backUp()
    const id = await stored.store(testBytes(900))
    const again = await create(to, '--json')
    expect(JSON.parse(again.out.join('\n'))).toMatchObject({ uploads: 5, copied: 1, copiedBytes: 900, missing: [] })
    const names = backupsAt(bucket.store, to)
    expect(names).toHaveLength(2)
    expect((await bucket.operator('backup', 'list', to)).out).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name}  .*  rows .*  complete$`))),
    )
    expect((await verify(to, '--backup', names[0] ?? '', '--json')).code).toBe(0)
    await stored.hub.opened.database.system.execute('delete from uploads where id = $1', [id])
  })

  it('heals: what is damaged, lost or cut off is copied again', async () => {
    const to = await backUp()
    bucket.store.spoil(objectOf(to, first))
    bucket.store.lose(objectOf(to, second))
    const { err } = await verify(to, '--full')
    expect(new Set(err)).toEqual(
      new Set([
        `upload ${stored.ids[0]}: the content differs from what was stored`,
        `upload ${stored.ids[1]}: the file is missing`,
        'The next "backup create" here copies the damaged files again.',
      ]),
    )
    expect((await create(to)).out[0]).toMatch(/including 2 new/)
    expect(await verify(to, '--full')).toMatchObject({ code: 0, err: [] })
    expect(below(to).filter((name) => name.includes('/damaged/'))).toEqual([])
    bucket.store.place(objectOf(to, first), first.subarray(1))
    expect((await create(to)).out[0]).toMatch(/including 1 new/)
    expect(await verify(to, '--full')).toMatchObject({ code: 0, err: [] })
  })

  it('is sealed, and heals by what verify found with the key', async () => {
    const key = join(await newFolder(), 'key')
    const recipient = (await bucket.operator('backup', 'key', '--to', key)).out[0] ?? ''
    const to = await backUp('--recipient', recipient)
    expect(bucket.store.bytesOf(objectOf(to, first)).includes(first.subarray(0, 16))).toBe(false)
    expect((await verify(to)).err.join('\n')).toContain('are encrypted')
    bucket.store.spoil(objectOf(to, first))
    expect((await verify(to, '--full', '--key', key)).code).toBe(1)
    expect((await create(to, '--recipient', recipient)).out[0]).toMatch(/including 1 new/)
    expect(await verify(to, '--full', '--key', key)).toMatchObject({ code: 0, err: [] })
    const place = await openEmptyPlace(bucket.store.backupEnvironment)
    expect(await place.restore(to, '--key', key)).toMatchObject({ code: 0, err: [] })
    await place.opened.close()
  })

  it('names an upload that the hub cannot read, and copies the rest', async () => {
    const whole = await readFile(fileOf(stored.ids[0]))
    await rm(fileOf(stored.ids[0]))
    const to = bucket.newAddress()
    expect(await create(to)).toMatchObject({
      code: 1,
      err: [`upload ${stored.ids[0]}: its data is missing in the storage`],
    })
    await writeFile(fileOf(stored.ids[0]), Buffer.alloc(whole.length, 7))
    expect(await create(to)).toMatchObject({
      code: 1,
      err: [`upload ${stored.ids[0]}: the data in the storage differs from the upload`],
    })
    expect(below(to)).not.toContain(objectOf(to, first))
    await writeFile(fileOf(stored.ids[0]), whole)
    const unreadable = await stored.store(testBytes(300))
    await rm(fileOf(unreadable))
    await symlink('dev/null'.padStart(300, '/'), fileOf(unreadable))
    expect(await create(to)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(new RegExp(`^upload ${unreadable}: the storage cannot read its data \\(.*ELOOP`))],
    })
    await stored.hub.opened.database.system.execute('delete from uploads where id = $1', [unreadable])
    expect(await create(to)).toMatchObject({ code: 0, err: [] })
  })

  it('becomes a hub, and brings single files back into one that lives', async () => {
    const from = await backUp()
    const place = await openEmptyPlace(bucket.store.backupEnvironment)
    expect(await place.restore(from)).toMatchObject({ code: 0, err: [] })
    const restored = await startOn(place)
    for (const [index, id] of stored.ids.entries()) {
      const { stream } = await restored.hub.uploads.openForReading(stored.account.accountId, id)
      expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(masters[index] ?? Buffer.alloc(0)))
    }
    await rm(fileOf(stored.ids[0]))
    expect(await bucket.operator('storage', 'repair', '--from', from)).toMatchObject({
      code: 0,
      out: [expect.stringMatching(/ 1 repaired, 0 not\.$/), expect.stringContaining('is intact again')],
    })
    expect(await readFile(fileOf(stored.ids[0]))).toEqual(first)
  })

  it('takes no outage for damage', async () => {
    const from = await backUp()
    bucket.store.fail('get', 'error', 200)
    const found = await verify(from, '--full')
    bucket.store.faultOf = () => undefined
    expect(found.code).toBe(1)
    expect(found.err).toEqual([expect.stringMatching(/refused a request \(500 InternalError\)/)])
    expect(below(from).filter((name) => name.includes('/damaged/'))).toEqual([])
  })

  describe('that are pruned', () => {
    const old = testBytes(3_000)
    const prune = (at: string, ...more: string[]) =>
      bucket.operator('backup', 'prune', at, '--keep-daily', '7', ...more)
    const makeThree = async (): Promise<string> => {
      const id = await stored.store(old)
      const at = await backUp()
      await stored.hub.opened.database.system.execute('delete from uploads where id = $1', [id])
      for (const _ of [1, 2]) expect((await create(at)).code).toBe(0)
      return at
    }

    it('lose what no other one names', async () => {
      const at = await makeThree()
      const names = backupsAt(bucket.store, at)
      expect((await prune(at, '--dry-run')).out.at(-1)).toMatch(/^1 backups stay, 2 would go, with 1 files of uploads/)
      expect(backupsAt(bucket.store, at)).toEqual(names)
      expect((await prune(at)).out.at(-1)).toMatch(/^1 backups stay, 2 are removed, with 1 files/)
      expect(backupsAt(bucket.store, at)).toEqual(names.slice(-1))
      expect(below(at)).not.toContain(objectOf(at, old))
      expect(below(at).filter((name) => name.includes(names[0] ?? ''))).toEqual([])
      expect(below(at).filter((name) => /\/(incoming|pruning)\//.test(name))).toEqual([])
      expect(await verify(at, '--full')).toMatchObject({ code: 0 })
    })

    it('stay while one is made, and the other way round', async () => {
      const at = await makeThree()
      const before = below(at)
      bucket.store.place(`${prefixOf(at)}incoming/another`, Buffer.alloc(0))
      expect((await prune(at)).err.join('\n')).toContain('A backup is being created')
      bucket.store.lose(`${prefixOf(at)}incoming/another`)
      bucket.store.place(`${prefixOf(at)}pruning/another`, Buffer.alloc(0))
      expect((await create(at)).err.join('\n')).toContain('are being pruned')
      expect((await prune(at)).err.join('\n')).toContain('are already being pruned')
      bucket.store.lose(`${prefixOf(at)}pruning/another`)
      expect(below(at)).toEqual(before)
    })

    it('lose what killed processes left, after ten minutes', async () => {
      const at = await makeThree()
      const left = ['incoming/killed', 'pruning/killed', 'backups/killed/table-accounts.copy.gz']
      for (const name of left)
        bucket.store.place(`${prefixOf(at)}${name}`, Buffer.alloc(1), new Date(Date.now() - 11 * 60_000))
      expect((await bucket.operator('backup', 'list', at)).out).toHaveLength(3)
      expect((await prune(at)).code).toBe(0)
      expect(below(at).filter((name) => name.includes('killed'))).toEqual([])
    })

    it('all stay if a list of uploads that is kept is damaged', async () => {
      const at = await makeThree()
      const before = below(at)
      bucket.store.spoil(`${prefixOf(at)}backups/${backupsAt(bucket.store, at).at(-1)}/uploads.copy.gz`)
      const { code, err } = await prune(at)
      expect(code).toBe(1)
      expect(err.join('\n')).toContain('Nothing was removed')
      expect(below(at)).toEqual(before)
    })
  })
})
