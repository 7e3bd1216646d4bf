import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backupsFeature, keepBytesDuringBackups } from '../../src/features/backups/index.ts'
import type { BlobRef } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { idGenerator } from '../../src/platform/values/ids.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

/** The rows of a backup name bytes that are copied later: until then they must not be deleted. */

it('bytes deleted while a backup runs stay until it has ended, or was killed', async () => {
  const opened = await createTestDatabase()
  const root = await mkdtemp(join(tmpdir(), 'spindle-keep-'))
  atEnd(async () => {
    await opened.close()
    await rm(root, { recursive: true })
  })
  const { system } = opened.database
  const clock = { now: () => Date.now() }
  const blobs = keepBytesDuringBackups(diskBlobs(root), { ...opened, jobs: jobQueue(), ...clock })
  const [job] =
    backupsFeature({
      ...{ opened, blobs, clock, secrets: [Buffer.alloc(32)], log: silentLog, metrics: prometheusMetrics() },
      onRestoreFinished: async () => {},
    }).jobs ?? []
  const store = async () => {
    const id = idGenerator(clock).make('upl')
    const writer = await blobs.openWriter({ key: id, receipt: null }, { offset: 0, fence: 1, size: null })
    await writer.write([Buffer.from('bytes')])
    await writer.finalise()
    return id
  }
  const isStored = async (id: `upl_${string}`): Promise<boolean> =>
    (await blobs.stat({ key: id, receipt: null })) !== undefined
  const waiting = () =>
    system.rows<{ id: string }>(
      `select payload ->> 'id' as id from graphile_worker._private_jobs where run_at > now() order by id`,
    )

  await system.execute(`insert into backup_runs (id) values ('one')`)
  const first = await store()
  await blobs.delete(first)
  expect(await isStored(first)).toBe(true)
  expect(await waiting()).toEqual([{ id: first }])
  // The deletion is postponed for as long as the backup takes.
  await job?.handle({ id: first })
  expect(await isStored(first)).toBe(true)
  expect(await waiting()).toEqual([{ id: first }])

  await system.execute(`update backup_runs set finished_at = now()`)
  await job?.handle({ id: first })
  expect(await isStored(first)).toBe(false)

  const second = await store()
  await system.execute(`insert into backup_runs (id, seen_at) values ('killed', now() - interval '121 seconds')`)
  await blobs.delete(second)
  expect(await isStored(second)).toBe(false)

  // An account was imported meanwhile, with this upload.
  const third = await store()
  const accountId = idGenerator(clock).make('acc')
  await system.execute('insert into accounts (id, name) values ($1, $2)', [accountId, 'Back again'])
  await system.execute(
    `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status)
     values ($1, $2, 'audio', 5, 5, $3, 'ready')`,
    [accountId, third, Buffer.alloc(32)],
  )
  await job?.handle({ id: third })
  expect(await isStored(third)).toBe(true)
})

it('what was replaced stays while a backup runs that may name it', async () => {
  const opened = await createTestDatabase()
  const root = await mkdtemp(join(tmpdir(), 'spindle-keep-'))
  atEnd(async () => {
    await opened.close()
    await rm(root, { recursive: true })
  })
  const deleted: string[] = []
  const deleteReplaced = async ({ key }: BlobRef): Promise<void> => void deleted.push(key)
  const blobs = keepBytesDuringBackups(
    { ...diskBlobs(root), deleteReplaced },
    { ...opened, jobs: jobQueue(), now: () => Date.now() },
  )
  const key = idGenerator({ now: () => Date.now() }).make('upl')
  await opened.database.system.execute(`insert into backup_runs (id) values ('one')`)
  await blobs.deleteReplaced({ key, receipt: null })
  expect(deleted).toEqual([])
  await opened.database.system.execute(`update backup_runs set finished_at = now()`)
  await blobs.deleteReplaced({ key, receipt: null })
  expect(deleted).toEqual([key])
})
