import { cp, mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sha256, testBytes } from '../harness/uploads.ts'
import { newFolder } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

describe('a folder of backups', () => {
  const old = testBytes(3_000)
  let stored: StoredUploads
  let operator: StoredUploads['operator']
  let made: string
  let folder: string
  let names: string[]
  /** Three backups, made once: the first one has an upload that is gone in the other two. */
  beforeAll(async () => {
    stored = await openStoredUploads([testBytes(70_000)])
    ;({ operator } = stored)
    const id = await stored.store(old)
    made = await newFolder()
    await create(made)
    await stored.hub.opened.database.system.execute('delete from uploads where id = $1', [id])
    await create(made)
    await create(made)
    names = (await readdir(join(made, 'backups'))).toSorted()
  })
  beforeEach(async () => {
    folder = await newFolder()
    await cp(made, folder, { recursive: true, preserveTimestamps: true })
  })
  const create = async (to: string) => expect(await operator('backup', 'create', '--to', to)).toMatchObject({ code: 0 })
  const oldFile = (): string => join(folder, 'files', sha256(old).slice(0, 2), sha256(old))
  const prune = (...more: string[]) => operator('backup', 'prune', folder, ...more)
  const backups = async () => (await readdir(join(folder, 'backups'))).toSorted()
  const isOldThere = () =>
    readFile(oldFile()).then(
      () => true,
      () => false,
    )

  it('is listed, oldest first', async () => {
    const { code, out } = await operator('backup', 'list', folder)
    expect(code).toBe(0)
    expect(out).toEqual(names.map((name) => expect.stringMatching(new RegExp(`^${name}  .*  rows .*  complete$`))))
    const json = JSON.parse((await operator('backup', 'list', folder, '--json')).out.join('\n')) as object[]
    expect(json).toMatchObject(names.map((id) => ({ id, missing: 0, isOfThisHub: true })))
  })

  it('loses old backups, and the files that no other one names', async () => {
    expect((await prune('--keep-daily', '7', '--dry-run')).out.at(-1)).toMatch(
      /^1 backups stay, 2 would go, with 1 files of uploads \(2\.9 KiB\)\.$/,
    )
    expect(await backups()).toEqual(names)
    expect(await isOldThere()).toBe(true)
    expect((await prune('--keep-daily', '7')).out.at(-1)).toMatch(/^1 backups stay, 2 are removed, with 1 files/)
    expect(await backups()).toEqual(names.slice(-1))
    expect(await isOldThere()).toBe(false)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    expect(await operator('backup', 'verify', folder, '--full')).toMatchObject({ code: 0 })
  })

  it('keeps a file as long as one backup that stays names it', async () => {
    const manifest = join(folder, 'backups', names[0] ?? '', 'manifest.json')
    const text = await readFile(manifest, 'utf8')
    const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString()
    await writeFile(manifest, text.replace(/"createdAt": "[^"]+"/, `"createdAt": "${threeDaysAgo}"`))
    expect((await prune('--keep-daily', '7')).out.at(-1)).toMatch(/^2 backups stay, 1 are removed, with 0 files/)
    expect(await isOldThere()).toBe(true)
    expect((await prune('--keep-daily', '7', '--max-age', '2')).out.at(-1)).toMatch(/^1 backups stay, 1 are removed/)
    expect(await backups()).toEqual(names.slice(-1))
    expect(await isOldThere()).toBe(false)
  })

  it('removes nothing if a list of uploads that is kept is damaged', async () => {
    const list = join(folder, 'backups', names.at(-1) ?? '', 'uploads.copy.gz')
    const bytes = await readFile(list)
    await writeFile(list, bytes.subarray(0, bytes.length - 5))
    const { code, err } = await prune('--keep-daily', '7')
    expect(code).toBe(1)
    expect(err.join('\n')).toContain('Nothing was removed')
    expect(await backups()).toEqual(names)
    expect(await isOldThere()).toBe(true)
  })

  it('names a backup whose manifest cannot be read, and removes nothing', async () => {
    await writeFile(join(folder, 'backups', names[0] ?? '', 'manifest.json'), '{')
    expect((await operator('backup', 'list', folder)).code).toBe(1)
    expect((await prune('--keep-daily', '7')).code).toBe(1)
    expect(await backups()).toEqual(names)
  })

  it('is not pruned while a backup is made there, nor the other way round', async () => {
    const draft = join(folder, 'incoming', 'draft')
    await mkdir(draft)
    expect((await prune('--keep-daily', '7')).err.join('\n')).toContain('A backup is being created')
    expect(await backups()).toEqual(names)
    await utimes(draft, new Date(0), new Date(Date.now() - 11 * 60_000))
    await writeFile(join(folder, 'pruning'), '')
    const refused = await operator('backup', 'create', '--to', folder)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err.join('\n')).toContain('are being pruned')
    expect(await readdir(join(folder, 'incoming'))).toEqual(['draft'])
    await utimes(join(folder, 'pruning'), new Date(0), new Date(Date.now() - 11 * 60_000))
    expect((await prune('--keep-daily', '7')).code).toBe(0)
    await create(folder)
  })

  it('requires a rule for what to keep', async () => {
    for (const options of [[], ['--max-age', '30'], ['--keep-daily', '0'], ['--keep-daily', 'all']])
      expect((await prune(...options)).code).toBe(2)
    expect(await backups()).toEqual(names)
  })

  it('is pruned with the key if it is sealed', async () => {
    const key = join(await newFolder(), 'key')
    const recipient = (await operator('backup', 'key', '--to', key)).out[0] ?? ''
    folder = await stored.backUp('--recipient', recipient)
    expect(await operator('backup', 'create', '--to', folder, '--recipient', recipient)).toMatchObject({ code: 0 })
    expect((await prune('--keep-daily', '7')).err.join('\n')).toContain('are encrypted')
    expect((await prune('--keep-daily', '7', '--key', key)).code).toBe(0)
    expect(await backups()).toHaveLength(1)
    expect(await operator('backup', 'verify', folder, '--full', '--key', key)).toMatchObject({ code: 0 })
  })
})

it('a backup that was verified in full is known to the hub, with the time at which it was made', async () => {
  const { operator, backUp, hub } = await openStoredUploads([testBytes(1_000)])
  const known = () => hub.opened.database.system.rows<{ id: string }>('select backup_id as id from backup_checks')
  const folder = await backUp()
  await operator('backup', 'verify', folder)
  expect(await known()).toEqual([])
  expect((await operator('backup', 'verify', folder, '--full')).out).toContain(
    'The hub has recorded that this backup was verified.',
  )
  expect(await known()).toEqual([{ id: (await readdir(join(folder, 'backups')))[0] }])
  const [shard = ''] = await readdir(join(folder, 'files'))
  await rename(join(folder, 'files', shard), join(folder, 'files', 'gone'))
  expect(await operator('backup', 'verify', folder, '--full')).toMatchObject({ code: 1 })
  expect(await known()).toHaveLength(1)
})
