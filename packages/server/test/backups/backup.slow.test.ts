import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseSettings } from '../harness/connect.ts'
import { operatorOf, runOperatorCommand } from '../harness/operator.ts'
import { sha256, testBytes, uploadsPath } from '../harness/uploads.ts'
import { newFolder, openEmptyPlace, startOn } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

/** Restored data is identical bit by bit; missing data is reported; existing data is never overwritten. */

describe('a backup', () => {
  const masters = [testBytes(300_000), testBytes(70_000), testBytes(1)]
  let hub: StoredUploads['hub']
  let account: StoredUploads['account']
  let key: string
  let operator: StoredUploads['operator']
  let ids: string[]
  let store: StoredUploads['store']
  let backUp: StoredUploads['backUp']
  beforeAll(async () => {
    ;({ hub, account, key, operator, ids, store, backUp } = await openStoredUploads(masters))
  })

  const filesOf = async (folder: string): Promise<string[]> =>
    (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))

  it('copies only what the folder lacks, and keeps each backup', async () => {
    const to = await backUp('--json')
    const newest = await store(testBytes(5_000))
    ids.push(newest)
    masters.push(testBytes(5_000))
    const second = await operator('backup', 'create', '--to', to, '--json')
    expect(JSON.parse(second.out.join('\n'))).toMatchObject({
      uploads: ids.length,
      copied: 1,
      copiedBytes: 5_000,
      missing: [],
    })
    expect(await readdir(join(to, 'backups'))).toHaveLength(2)
    expect(await readdir(join(to, 'incoming'))).toEqual([])
    const [first] = await readdir(join(to, 'backups'))
    const verified = await operator('backup', 'verify', to, '--backup', first ?? '', '--json')
    expect(JSON.parse(verified.out.join('\n'))).toMatchObject({
      id: first,
      uploads: ids.length - 1,
      isOfThisHub: true,
      problems: [],
    })
  })

  it('that lacks bytes is found by verify, one with other bytes by verify --full, each named', async () => {
    const from = await backUp()
    expect(await operator('backup', 'verify', from, '--full')).toMatchObject({ code: 0, err: [] })
    const [missing = '', other = '', short = ''] = await filesOf(from)
    const copiedAgain = 'The next "backup create" here copies the damaged files again.'
    const idOf = (file: string): string => ids[masters.findIndex((bytes) => file.endsWith(sha256(bytes)))] ?? ''
    const bytes = await readFile(other)
    await writeFile(other, Buffer.alloc(bytes.length, 7))
    expect(await operator('backup', 'verify', from)).toMatchObject({ code: 0, err: [] })
    expect(await operator('backup', 'verify', from, '--full')).toMatchObject({
      code: 1,
      out: [expect.stringContaining('NOT complete'), expect.any(String)],
      err: [`upload ${idOf(other)}: the content differs from what was stored`, copiedAgain],
    })
    const damaged = await openEmptyPlace()
    expect(await damaged.restore(from)).toMatchObject({
      code: 1,
      err: [`upload ${idOf(other)}: its data is missing or damaged in the backup`],
    })
    const kept = await readdir(join(damaged.dataDir, 'uploads'), { recursive: true })
    expect(kept.filter((name) => name.includes(idOf(other)))).toEqual([])
    expect(kept.filter((name) => name.includes(idOf(missing)))).not.toEqual([])
    await damaged.opened.close()
    await writeFile(other, bytes)
    await rm(missing)
    await truncate(short, 0)
    const { code, err } = await operator('backup', 'verify', from)
    expect(code).toBe(1)
    expect(err.at(-1)).toBe(copiedAgain)
    expect(err.slice(0, -1).sort()).toEqual(
      [
        `upload ${idOf(missing)}: the file is missing`,
        expect.stringMatching(`^upload ${idOf(short)}: the file has 0 bytes instead of \\d+$`),
      ].sort((a, b) => String(a).localeCompare(String(b))),
    )
    const place = await openEmptyPlace()
    expect((await place.restore(from)).code).toBe(1)
    await place.opened.close()
  })

  it('of which rows were changed is found by verify, and nothing is made of it', async () => {
    const from = await backUp()
    const [id = ''] = await readdir(join(from, 'backups'))
    const rows = join(from, 'backups', id, 'table-accounts.copy.gz')
    const bytes = await readFile(rows)
    bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1
    await writeFile(rows, bytes)
    expect(await operator('backup', 'verify', from)).toMatchObject({
      code: 1,
      err: [`backups/${id}/table-accounts.copy.gz: the content differs from what was stored`],
    })
    const place = await openEmptyPlace()
    expect(await place.restore(from)).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^The backup \w+ is damaged: .*table-accounts\.copy\.gz: the content differs/)],
    })
    expect(await readdir(place.dataDir)).toEqual([])
    await place.opened.close()
  })

  it('reports that the storage has lost bytes, and has the rest', async () => {
    const lost = await store(testBytes(9))
    await rm(join(hub.dataDir, 'uploads/complete', lost.slice(-2), lost))
    const to = await newFolder()
    expect(await operator('backup', 'create', '--to', to)).toMatchObject({
      code: 1,
      err: [`upload ${lost}: its data is missing in the storage`],
    })
    expect(await operator('backup', 'verify', to)).toMatchObject({
      code: 1,
      err: [`upload ${lost}: its data was lost before the backup`],
    })
    await hub.json('DELETE', `${uploadsPath}/${lost}`, { key, headers: { 'tus-resumable': '1.0.0' } })
  })

  it('reports that the storage has other bytes, whether longer or of the same length', async () => {
    const [grown, changed] = [await store(testBytes(9)), await store(testBytes(11))]
    const fileOf = (id: string) => join(hub.dataDir, 'uploads/complete', id.slice(-2), id)
    await writeFile(fileOf(grown), testBytes(2_000_000))
    await writeFile(fileOf(changed), 'other bytes')
    const to = await newFolder()
    expect(await operator('backup', 'create', '--to', to)).toMatchObject({
      code: 1,
      err: [grown, changed].map((id) => `upload ${id}: the data in the storage differs from the upload`),
    })
    expect(await readdir(join(to, 'incoming'))).toEqual([])
    for (const id of [grown, changed])
      await hub.json('DELETE', `${uploadsPath}/${id}`, { key, headers: { 'tus-resumable': '1.0.0' } })
  })

  it('is sealed for a public key, and opens for its secret half only', async () => {
    const folder = await newFolder()
    const keyFile = join(folder, 'backup-key')
    const [recipient = ''] = (await operator('backup', 'key', '--to', keyFile)).out
    const from = await backUp('--recipient', recipient)
    for (const file of await filesOf(from))
      for (const bytes of masters.filter(({ length }) => length > 16))
        expect((await readFile(file)).includes(bytes.subarray(0, 16))).toBe(false)
    expect(await operator('backup', 'verify', from)).toEqual({
      code: 1,
      out: [],
      err: [`The backups in ${from} are encrypted. Fix: add --key FILE with the secret key.`],
    })
    expect(await operator('backup', 'verify', from, '--full', '--key', keyFile)).toMatchObject({ code: 0, err: [] })
    const otherKey = join(folder, 'other-key')
    await operator('backup', 'key', '--to', otherKey)
    expect((await operator('backup', 'verify', from, '--key', otherKey)).code).toBe(1)
    expect(await operator('backup', 'create', '--to', from)).toMatchObject({
      code: 1,
      err: [expect.stringContaining(`are encrypted for ${recipient}`)],
    })
    const place = await openEmptyPlace()
    expect(await place.restore(from, '--key', keyFile)).toMatchObject({ code: 0, err: [] })
    const restored = await startOn(place)
    const { stream } = await restored.hub.uploads.openForReading(account.accountId, ids[0] ?? '')
    expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(masters[0] ?? Buffer.alloc(0)))
  })

  it('is restored into nothing that is used, and with no other secret', async () => {
    const from = await backUp()
    expect(await operator('backup', 'restore', '--from', from, '--to', await newFolder())).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/^The database is not empty\. Fix: restore into an empty database/)],
    })
    const used = await openEmptyPlace()
    expect(await used.restore(from)).toMatchObject({ code: 0 })
    expect(await used.restore(from)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('The database is not empty')],
    })
    const second = await openEmptyPlace()
    const onUsedStorage = await operatorOf({ opened: second.opened, dataDir: used.dataDir })(
      'backup',
      'restore',
      '--from',
      from,
      '--to',
      used.dataDir,
    )
    expect(onUsedStorage).toMatchObject({
      code: 1,
      err: [expect.stringContaining('The storage for uploads is not empty')],
    })
    await used.opened.close()
    await second.opened.close()
  })

  it('continues with a new secret when the old one is lost: API keys stay valid, signing keys are replaced', async () => {
    await account.token()
    const from = await backUp()
    const place = await openEmptyPlace()
    const strange = 'n'.repeat(32)
    const restore = (...options: string[]) =>
      runOperatorCommand(['backup', 'restore', '--from', from, '--to', place.dataDir, ...options], {
        ...databaseSettings(place.opened.connection),
        SPINDLE_SECRET: strange,
      })
    expect(await restore()).toMatchObject({
      code: 1,
      err: [
        'The secret does not belong to the hub in the backup. Fix: use the secret of that hub, or add --new-secret.',
      ],
    })
    expect(await restore('--new-secret')).toMatchObject({ code: 0 })
    const restored = await startOn(place, { environment: { SPINDLE_SECRET: strange } })
    expect((await restored.json('GET', uploadsPath, { key })).status).toBe(200)
    const { status } = await restored.request('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: account.clientId,
        client_secret: account.clientSecret,
      }),
    })
    expect(status).toBe(200)
  })
})
