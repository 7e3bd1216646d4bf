import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256, testBytes } from '../harness/uploads.ts'
import { newFolder } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

const masters = [70_000, 30_000, 5_000].map((bytes) => testBytes(bytes))

describe('backup create into a folder that has files already', () => {
  let stored: StoredUploads
  let ids: string[]
  let operator: StoredUploads['operator']
  beforeAll(async () => {
    stored = await openStoredUploads(masters)
    ;({ ids, operator } = stored)
  })
  const fileOf = (id = ''): string => join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id)
  const copyOf = (folder: string, bytes: Buffer = Buffer.alloc(0)): string =>
    join(folder, 'files', sha256(bytes).slice(0, 2), sha256(bytes))
  const flip = async (file: string): Promise<void> => {
    const bytes = await readFile(file)
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    await writeFile(file, bytes)
  }
  const create = (to: string, ...more: string[]) => operator('backup', 'create', '--to', to, ...more)
  const verify = (folder: string, ...more: string[]) => operator('backup', 'verify', folder, '--full', ...more)

  it('copies what is damaged in the folder again', async () => {
    const to = await stored.backUp()
    await flip(copyOf(to, masters[0]))
    await rm(copyOf(to, masters[1]))
    const again = await create(to)
    expect(again).toMatchObject({ code: 0, err: [] })
    expect(again.out[0]).toMatch(/3 uploads .*, including 2 new/)
    expect(await verify(to)).toMatchObject({ code: 0 })
  })

  it('names what the hub has lost, although the backup has it, and is complete', async () => {
    const to = await stored.backUp()
    const whole = await readFile(fileOf(ids[0]))
    await rm(fileOf(ids[0]))
    expect(await create(to)).toMatchObject({
      code: 1,
      err: [
        `upload ${ids[0]}: missing in the hub, but intact in the backup`,
        `To restore them, run: storage repair --from ${to}`,
      ],
    })
    expect(await verify(to)).toMatchObject({ code: 0, err: [] })
    expect((await operator('storage', 'status')).err).toHaveLength(1)
    await writeFile(fileOf(ids[0]), whole)
    expect(await create(to)).toMatchObject({ code: 0, err: [] })
    expect(await operator('storage', 'status')).toMatchObject({ code: 0 })
  })

  it.each(['plain', 'sealed'])(
    'copies the rest where the hub cannot read the bytes of one upload: %s',
    async (kind) => {
      const key = join(await newFolder(), 'key')
      const recipient = (await operator('backup', 'key', '--to', key)).out[0] ?? ''
      const id = await stored.store(testBytes(300))
      // It has the length of the upload, but cannot be read.
      await rm(fileOf(id))
      await symlink('dev/null'.padStart(300, '/'), fileOf(id))
      const to = await newFolder()
      expect(await create(to, ...(kind === 'sealed' ? ['--recipient', recipient] : []))).toMatchObject({
        code: 1,
        err: [expect.stringMatching(/^upload upl_\w+: the storage cannot read its data/)],
      })
      expect((await verify(to, '--key', key)).err).toEqual([`upload ${id}: its data was lost before the backup`])
      await stored.hub.opened.database.system.execute('delete from uploads where id = $1', [id])
    },
  )

  it('reads the bytes of the hub too with --full', async () => {
    const to = await stored.backUp()
    await flip(fileOf(ids[1]))
    expect(await create(to)).toMatchObject({ code: 0 })
    expect(await create(to, '--full')).toMatchObject({
      code: 1,
      err: [`upload ${ids[1]}: damaged in the hub, but intact in the backup`, expect.any(String)],
    })
    // From now on the damage is known.
    expect(await create(to)).toMatchObject({ code: 1 })
    expect(await operator('storage', 'repair', '--known', '--from', to)).toMatchObject({ code: 0 })
    expect(await create(to, '--full')).toMatchObject({ code: 0 })
  })

  it('copies again what verify found damaged in a sealed folder, which the hub cannot read', async () => {
    const key = join(await newFolder(), 'key')
    const recipient = (await operator('backup', 'key', '--to', key)).out[0] ?? ''
    const to = await stored.backUp('--recipient', recipient)
    await flip(copyOf(to, masters[2]))
    const found = await verify(to, '--key', key)
    expect(found).toMatchObject({ code: 1 })
    expect(found.err.at(-1)).toBe('The next "backup create" here copies the damaged files again.')
    const again = await create(to, '--recipient', recipient)
    expect(again.out[0]).toMatch(/including 1 new/)
    expect(await verify(to, '--key', key)).toMatchObject({ code: 0, err: [] })
    expect((await create(to, '--recipient', recipient)).out[0]).toMatch(/including 0 new/)
  })
})
