import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseSettings } from '../harness/connect.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { sha256, testBytes, uploadsPath } from '../harness/uploads.ts'
import { newFolder, openEmptyPlace, secret, startOn } from './restored-hub.ts'
import { openStoredUploads } from './stored-uploads.ts'

const masters = [testBytes(70_000), testBytes(30_000)]

it('restores only the database next to an intact storage, and what it lacks can be repaired', async () => {
  const { hub, ids, account, key, store, backUp } = await openStoredUploads(masters)
  const from = await backUp()
  const [first = '', second = ''] = ids
  const uploads = join(hub.dataDir, 'uploads')
  const later = await store(testBytes(500))
  await rm(join(uploads, 'complete', second.slice(-2), second))
  const place = await openEmptyPlace({ SPINDLE_BLOBS: `disk:${uploads}` })
  expect((await place.restore(from)).err.join('\n')).toContain('--database-only')
  expect(await place.restore(from, '--database-only')).toMatchObject({
    code: 1,
    err: [
      `upload ${second}: its data is missing in the storage`,
      `To restore them, run: storage repair --from ${from}`,
    ],
  })
  expect(await place.operator('storage', 'repair', '--from', from)).toMatchObject({ code: 0 })
  // Later uploads have no row, and stay until the restore is finished.
  expect((await place.operator('storage', 'sweep')).out[0]).toMatch(/^3 stored, /)
  const restored = await startOn(place)
  expect((await restored.json('GET', `${uploadsPath}/${later}`, { key })).status).toBe(404)
  for (const [index, id] of [first, second].entries()) {
    const { stream } = await restored.hub.uploads.openForReading(account.accountId, id)
    expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(masters[index] ?? Buffer.alloc(0)))
  }
})

it('does not restore only the database next to a storage that is empty or of another hub', async () => {
  const { backUp, hub } = await openStoredUploads(masters)
  const from = await backUp()
  const empty = await openEmptyPlace()
  const refused = await empty.restore(from, '--database-only')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err.join('\n')).toContain('The storage for uploads is empty')
  const uploads = join(await newFolder(), 'uploads')
  await mkdir(uploads)
  await writeFile(join(uploads, 'hub-id'), JSON.stringify({ hubId: 'hub_other', generation: 1 }))
  const place = await openEmptyPlace({ SPINDLE_BLOBS: `disk:${uploads}` })
  expect(await place.restore(from, '--database-only')).toMatchObject({ code: 78 })
  // Nothing was created in the database: the right storage can be named now.
  const right = { SPINDLE_BLOBS: `disk:${join(hub.dataDir, 'uploads')}`, SPINDLE_SECRET: secret }
  expect(
    await runOperatorCommand(['backup', 'restore', '--from', from, '--to', place.dataDir, '--database-only'], {
      ...databaseSettings(place.opened.connection),
      ...right,
    }),
  ).toMatchObject({ code: 0, err: [] })
  await place.opened.close()
  await empty.opened.close()
})
