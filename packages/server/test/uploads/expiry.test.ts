import { createHash } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findUploads, type Uploads, uploadsFeature } from '../../src/features/uploads/index.ts'
import { openStoredUploads } from '../../src/features/uploads/stored-uploads.ts'
import type { Blobs } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { databaseNotifications } from '../../src/platform/database/notifications.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { type AccountId, type Id, idGenerator } from '../../src/platform/values/ids.ts'
import { atEnd } from '../harness/cleanup.ts'
import { atStart, onDisk } from '../harness/disk-blobs.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { withoutLimits } from './without-limits.ts'

/** Uploads that are not finished or used, and bytes without a row. */

const dayMs = 24 * 60 * 60_000

describe('expiry and sweeping', () => {
  const clock = { ms: Date.parse('2026-05-01T00:00:00Z'), now: () => clock.ms }
  const ids = idGenerator({ now: () => Date.now() })
  const inUse = new Set<string>()
  const alarms: string[] = []
  const log = { ...silentLog, error: (event: string) => void alarms.push(event) }
  const metrics = prometheusMetrics()
  let opened: OpenDatabase
  let root: string
  let uploads: Uploads
  let accountId: AccountId
  beforeAll(async () => {
    opened = await createTestDatabase()
    root = await mkdtemp(join(tmpdir(), 'spindle-expiry-'))
    uploads = openUploads(diskBlobs(root), metrics)
    await uploads.start?.()
  })
  const openUploads = (blobs: Blobs, metrics = prometheusMetrics()): Uploads =>
    uploadsFeature({
      ...withoutLimits,
      database: opened.database,
      blobs,
      jobs: jobQueue(),
      clock,
      ids: idGenerator(clock),
      log,
      metrics,
      notifications: databaseNotifications(opened.connection, silentLog),
      analyser: { analyse: () => Promise.reject(new Error('not here')) },
      isUploadInUse: async (_sql, id) => inUse.has(id),
      onUploadAnalysed: async () => {},
      tokenKeys: [Buffer.alloc(32)],
      onDatabaseRestored: async () => {},
      findOtherKeys: async () => new Set(),
    })
  atEnd(async () => {
    await uploads.drain()
    await opened.close()
    await rm(root, { recursive: true })
  })
  beforeEach(async () => {
    accountId = ids.make('acc')
    alarms.length = 0
    await opened.database.system.execute('insert into accounts (id, name) values ($1, $2)', [accountId, 'Test'])
  })

  const blobs = () => diskBlobs(root)
  const runJob = async (name: string): Promise<void> => {
    const handler = uploads.jobs.find(({ job }) => job.name === name)
    if (!handler) throw new Error(`there is no job ${name}`)
    await handler.handle({})
  }
  const addUpload = async (status: string, ageDays: number, withBytes = true): Promise<Id<'upl'>> => {
    const id = ids.make('upl')
    const digest = createHash('sha256').update('bytes').digest()
    const isWhole = status !== 'awaiting_data'
    await opened.database.system.execute(
      `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status, expires_at)
       values ($1, $2, 'audio', 5, $3, $4, $5, $6)`,
      [
        accountId,
        id,
        isWhole ? 5 : 3,
        isWhole ? digest : null,
        status,
        new Date(clock.ms - ageDays * dayMs).toISOString(),
      ],
    )
    if (!withBytes) return id
    const writer = await blobs().openWriter(onDisk(id), atStart)
    await writer.write([Buffer.from(isWhole ? 'bytes' : 'byt')])
    await (isWhole ? writer.finalise() : writer.close())
    return id
  }
  const statusOf = async (id: string) => {
    const found = await findUploads(opened.database.tenant(accountId), [id])
    return found.get(id)?.status
  }

  it('expires what is overdue and removes its bytes, and nothing else', async () => {
    const overdue = [await addUpload('awaiting_data', 1), await addUpload('ready', 1), await addUpload('rejected', 1)]
    const current = await addUpload('ready', -1)
    await runJob('expireUploads')
    for (const id of overdue) {
      expect(await statusOf(id)).toBe('expired')
      expect(await blobs().stat(onDisk(id))).toBeUndefined()
    }
    expect(await statusOf(current)).toBe('ready')
    expect(await blobs().stat(onDisk(current))).toEqual({ state: 'complete', bytes: 5 })
  })

  it('expires thousands in one run of two nodes, each of them once', async () => {
    const count = 3_000
    await opened.database.system.execute(
      `insert into uploads (account_id, id, kind, size, received_bytes, status, expires_at)
       select $1, 'upl_' || lpad(n::text, 26, '0'), 'audio', 5, 3, 'awaiting_data', $2::timestamptz - n * interval '1 second'
       from generate_series(1, $3) n`,
      [accountId, new Date(clock.ms - dayMs), count],
    )
    const deletedBy: Record<string, string[]> = { first: [], helper: [] }
    const bothAtWork = Promise.withResolvers<void>()
    const nodeNamed = (name: string): Uploads => {
      const deleted = deletedBy[name] ?? []
      const disk = blobs()
      const remove: Blobs['delete'] = async (id) => {
        deleted.push(id)
        if (deletedBy.first?.length && deletedBy.helper?.length) bothAtWork.resolve()
        // Otherwise the first one could be done before the other has started.
        await bothAtWork.promise
        await disk.delete(id)
      }
      return openUploads({ ...disk, delete: remove })
    }
    const jobOf = (name: string) => nodeNamed(name).jobs.find(({ job }) => job.name === 'expireUploads')
    const waiting = () =>
      opened.database.system.rows<{ payload: unknown }>(
        `select payload from graphile_worker._private_jobs where key = 'helper:expireUploads'`,
      )
    const first = jobOf('first')?.handle({})
    await eventually(async () => (await waiting()).length === 1, { what: 'a helper to be called' })
    expect(await waiting()).toEqual([{ payload: { isHelper: true } }])
    await Promise.all([first, jobOf('helper')?.handle({ isHelper: true })])
    const all = [...(deletedBy.first ?? []), ...(deletedBy.helper ?? [])]
    expect(all).toHaveLength(count)
    expect(new Set(all).size).toBe(count)
    const left = await opened.database.system.row(
      `select count(*)::int as count from uploads where account_id = $1 and status <> 'expired'`,
      [accountId],
    )
    expect(left).toEqual({ count: 0 })
  })

  it('keeps what a release uses, and asks again a month later', async () => {
    const used = await addUpload('ready', 1)
    inUse.add(used)
    await runJob('expireUploads')
    expect(await statusOf(used)).toBe('ready')
    inUse.delete(used)
    clock.ms += 29 * dayMs
    await runJob('expireUploads')
    expect(await statusOf(used)).toBe('ready')
    clock.ms += 2 * dayMs
    await runJob('expireUploads')
    expect(await statusOf(used)).toBe('expired')
  })

  it('forgets an expired upload after a week', async () => {
    const id = await addUpload('expired', 6, false)
    await runJob('expireUploads')
    expect(await statusOf(id)).toBe('expired')
    clock.ms += 2 * dayMs
    await runJob('expireUploads')
    expect(await statusOf(id)).toBeUndefined()
  })

  it('finishes what a crash left with all its bytes', async () => {
    const id = await addUpload('ready', -30)
    await opened.database.system.execute(
      `update uploads set status = 'awaiting_data', sha256 = null, updated_at = $2 where id = $1`,
      [id, new Date(clock.ms - dayMs).toISOString()],
    )
    await runJob('finishUploads')
    const [facts] = (await findUploads(opened.database.tenant(accountId), [id])).values()
    expect(facts).toMatchObject({
      status: 'received',
      // printf bytes | sha256sum
      sha256: '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
    })
  })

  const age = async (id: string, days: number): Promise<void> => {
    const at = new Date(clock.ms - days * dayMs)
    for (const path of [join(root, 'complete', id.slice(-2), id), join(root, 'partial', id.slice(-2))])
      await utimes(path, at, at).catch(() => {})
  }

  it('deletes bytes without a row, once no request can still be writing them', async () => {
    const [orphan, young, known] = [
      await addUpload('ready', -1),
      await addUpload('ready', -1),
      await addUpload('ready', -1),
    ]
    await opened.database.system.execute('delete from uploads where id = any($1)', [[orphan, young]])
    await age(orphan, 2)
    await age(known, 2)
    await age(young, 0.5)
    await runJob('sweepUploads')
    expect(await blobs().stat(onDisk(orphan))).toBeUndefined()
    expect(await blobs().stat(onDisk(young))).toEqual({ state: 'complete', bytes: 5 })
    expect(await blobs().stat(onDisk(known))).toEqual({ state: 'complete', bytes: 5 })
  })

  it('raises an alarm over a row without bytes, and keeps it', async () => {
    await opened.database.system.execute('delete from uploads')
    const missing = await addUpload('ready', -1, false)
    await addUpload('ready', -1)
    await runJob('sweepUploads')
    expect(alarms).toEqual(['uploads.bytes_missing'])
    expect(await statusOf(missing)).toBe('ready')
    expect((await metrics.render()).text).toContain('spindle_uploads_without_bytes 1')
  })

  it('reads the bytes of a complete upload, whole or in part', async () => {
    const { openForReading } = openStoredUploads({ ...withoutLimits, database: opened.database, blobs: blobs() })
    const id = await addUpload('ready', -1)
    const text = async (range?: { start: number; end: number }): Promise<string> => {
      const { stream } = await openForReading(accountId, id, range)
      return Buffer.concat(await stream.toArray()).toString()
    }
    expect(await text()).toBe('bytes')
    expect(await text({ start: 1, end: 2 })).toBe('yt')
    await expect(openForReading(ids.make('acc'), id)).rejects.toMatchObject({ code: 'upload_not_found' })
    const unfinished = await addUpload('awaiting_data', -1)
    await expect(openForReading(accountId, unfinished)).rejects.toMatchObject({ code: 'upload_not_found' })
  })
})
