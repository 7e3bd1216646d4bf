import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/problems.ts'
import { type Uploads, uploadsFeature } from '../../src/features/uploads/index.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { s3Blobs } from '../../src/platform/blobs/s3/s3-blobs.ts'
import { databaseNotifications } from '../../src/platform/database/notifications.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { type Metrics, prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { type AccountId, type Id, idGenerator } from '../../src/platform/values/ids.ts'
import { atEnd, temporaryFolder } from '../harness/cleanup.ts'
import { atStart, onDisk } from '../harness/disk-blobs.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { withoutLimits } from './without-limits.ts'

/** No mistake of an operator deletes masters: a wrong database, a restored one, a folder that is not mounted. */

const dayMs = 24 * 60 * 60_000
const ids = idGenerator({ now: () => Date.now() })

describe('a storage and its database', () => {
  const clock = { ms: 0, now: () => clock.ms }
  const events: string[] = []
  const note = (event: string): void => void events.push(event)
  let opened: OpenDatabase
  let root: string
  let accountId: AccountId
  /** Of the newest uploads. */
  let metrics: Metrics

  const databases: OpenDatabase[] = []
  const newDatabase = async (): Promise<OpenDatabase> => {
    const database = await createTestDatabase()
    databases.push(database)
    return database
  }
  const uploadsOn = (database: OpenDatabase, folder = root, blobs = diskBlobs(folder)): Uploads => {
    metrics = prometheusMetrics()
    return uploadsFeature({
      ...withoutLimits,
      database: database.database,
      blobs,
      jobs: jobQueue(),
      clock,
      ids: idGenerator(clock),
      log: { ...silentLog, error: note, warn: note },
      metrics,
      notifications: databaseNotifications(database.connection, silentLog),
      analyser: { analyse: () => Promise.reject(new Error('not here')) },
      isUploadInUse: async () => false,
      onUploadAnalysed: async () => {},
      tokenKeys: [Buffer.alloc(32)],
      onDatabaseRestored: async () => note('feed restarted'),
      findOtherKeys: async () => new Set(),
    })
  }
  beforeEach(async () => {
    clock.ms = Date.parse('2026-05-01T00:00:00Z')
    events.length = 0
    opened = await newDatabase()
    root = await temporaryFolder('spindle-identity')
    accountId = ids.make('acc')
    await opened.database.system.execute('insert into accounts (id, name) values ($1, $2)', [accountId, 'Test'])
  })
  atEnd(async () => {
    for (const database of databases) await database.close()
  })

  const insertRow = (id: Id<'upl'>) =>
    opened.database.system.execute(
      `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status)
       values ($1, $2, 'audio', 5, 5, $3, 'ready')`,
      [accountId, id, createHash('sha256').update('bytes').digest()],
    )
  /** Bytes two days old. */
  const storeBytes = async (): Promise<Id<'upl'>> => {
    const id = ids.make('upl')
    const writer = await diskBlobs(root).openWriter(onDisk(id), atStart)
    await writer.write([Buffer.from('bytes')])
    await writer.finalise()
    const at = new Date(clock.ms - 2 * dayMs)
    await utimes(join(root, 'complete', id.slice(-2), id), at, at)
    return id
  }
  const storeUpload = async (): Promise<Id<'upl'>> => {
    const id = await storeBytes()
    await insertRow(id)
    return id
  }
  const isStored = async (id: Id<'upl'>): Promise<boolean> => (await diskBlobs(root).stat(onDisk(id))) !== undefined
  const sweepNightly = async (uploads: Uploads): Promise<void> =>
    uploads.jobs.find(({ job }) => job.name === 'sweepUploads')?.handle({})

  it('refuses to start on a storage of another hub, and loses no master', async () => {
    await uploadsOn(opened).start?.()
    const masters = [await storeUpload(), await storeUpload()]
    const empty = uploadsOn(await newDatabase())
    await expect(Promise.resolve(empty.start?.())).rejects.toThrow(ConfigError)
    await expect(sweepNightly(empty)).rejects.toThrow()
    const another = uploadsOn(await newDatabase(), await mkdtemp(join(root, 'other-')))
    await another.start?.()
    await uploadsOn(opened).start?.()
    for (const master of masters) expect(await isStored(master)).toBe(true)
  })

  it('refuses to start with an empty database on files that were never marked', async () => {
    const master = await storeBytes()
    await expect(Promise.resolve(uploadsOn(opened).start?.())).rejects.toThrow(/has no record of them/)
    await insertRow(master)
    await uploadsOn(opened).start?.()
    expect(await readFile(join(root, 'hub-id'), 'utf8')).toContain('hub_')
  })

  it('refuses to start on an empty folder when uploads should be there', async () => {
    await insertRow(ids.make('upl'))
    await expect(Promise.resolve(uploadsOn(opened).start?.())).rejects.toThrow(/mounted/)
  })

  it('starts once a person adopted the storage, and leaves its files alone for a week', async () => {
    await uploadsOn(opened).start?.()
    const master = await storeUpload()
    opened = await newDatabase()
    await uploadsOn(opened).storage.adopt()
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    await sweepNightly(uploads)
    expect(await isStored(master)).toBe(true)
    expect(events).toContain('uploads.orphans_held')
    clock.ms += 8 * dayMs
    await sweepNightly(uploads)
    expect(await isStored(master)).toBe(false)
  })

  it('shows in metrics what the night moved to quarantine, and what it held back', async () => {
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    const readFigures = async () =>
      (await metrics.render()).text.split('\n').filter((line) => line.startsWith('spindle_uploads_orphans_'))
    await storeUpload()
    await storeBytes()
    await sweepNightly(uploads)
    expect(await readFigures()).toEqual(['spindle_uploads_orphans_held 0', 'spindle_uploads_orphans_quarantined 1'])
    for (let count = 0; count < 3; count++) await storeBytes()
    await sweepNightly(uploads)
    expect(await readFigures()).toEqual(['spindle_uploads_orphans_held 3', 'spindle_uploads_orphans_quarantined 0'])
  })

  it('takes orphans out of sight, brings back what has its row again, and deletes the others after 30 days', async () => {
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    const [orphan, back] = [await storeBytes(), await storeBytes()]
    expect(await uploads.storage.sweep(true)).toMatchObject({ orphans: 2, quarantined: 2 })
    expect(await isStored(orphan)).toBe(false)
    await insertRow(back)
    await sweepNightly(uploads)
    expect(await isStored(back)).toBe(true)
    const quarantined = async (): Promise<string[]> => {
      const keys: string[] = []
      for await (const { key } of diskBlobs(root).listQuarantined()) keys.push(key)
      return keys
    }
    clock.ms += 29 * dayMs
    await sweepNightly(uploads)
    expect(await quarantined()).toEqual([orphan])
    clock.ms += 2 * dayMs
    await sweepNightly(uploads)
    expect(await quarantined()).toEqual([])
    expect(await isStored(back)).toBe(true)
  })

  it('compares both page by page, and asks the storage only for what seems to be missing', async () => {
    const asked: string[] = []
    const blobs = diskBlobs(root)
    const uploads = uploadsOn(opened, root, {
      ...blobs,
      stat(blob) {
        asked.push(blob.key)
        return blobs.stat(blob)
      },
    })
    await uploads.start?.()
    const make = (count: number): Id<'upl'>[] => Array.from({ length: count }, () => ids.make('upl'))
    const at = new Date(clock.ms - 2 * dayMs)
    const put = async (id: Id<'upl'>, text: string): Promise<void> => {
      const path = join(root, 'complete', id.slice(-2), id)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
      await utimes(path, at, at)
    }
    const insertAll = (rows: readonly Id<'upl'>[], status: string): Promise<number> =>
      opened.database.system.execute(
        `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status)
         select $1, id, 'audio', 5, 5, $3, $4 from unnest($2::text[]) as id`,
        [accountId, rows, createHash('sha256').update('bytes').digest(), status],
      )
    // More than two pages of rows.
    const [whole, short, lost, ended, orphans] = [make(1_100), make(1), make(2), make(3), make(4)]
    await insertAll([...whole, ...short, ...lost], 'ready')
    await insertAll(ended, 'expired')
    for (const id of [...whole, ...ended, ...orphans]) await put(id, 'bytes')
    for (const id of short) await put(id, 'byte')
    expect(await uploads.storage.sweep(false)).toEqual({
      ...{ blobs: 1_108, orphans: 4, quarantined: 4, held: undefined, missing: 3, multipartUploads: 0 },
    })
    expect(asked.sort()).toEqual([...short, ...lost].sort())
    expect(await Promise.all([...ended, ...orphans].map(isStored))).toEqual(Array<boolean>(7).fill(false))
    expect(await Promise.all(whole.slice(0, 20).map(isStored))).toEqual(Array<boolean>(20).fill(true))
  })

  it('moves more than one in a hundred only when a person confirms it', async () => {
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    for (let count = 0; count < 10; count++) await storeUpload()
    const orphans = [await storeBytes(), await storeBytes()]
    await sweepNightly(uploads)
    expect(events).toContain('uploads.orphans_held')
    expect(await Promise.all(orphans.map(isStored))).toEqual([true, true])
    expect(await uploads.storage.sweep(true)).toMatchObject({ blobs: 12, orphans: 2, quarantined: 2, held: undefined })
    expect(await Promise.all(orphans.map(isStored))).toEqual([false, false])
  })

  it('waits a week when the database was restored from a backup', async () => {
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    await uploadsOn(opened).start?.()
    const orphan = await storeBytes()
    await opened.database.system.execute('update storage_identity set generation = 1')
    await sweepNightly(uploads)
    expect(events.filter((event) => event !== 'uploads.orphans_held')).toEqual([
      'feed restarted',
      'uploads.database_restored',
    ])
    expect(await isStored(orphan)).toBe(true)
    clock.ms += 8 * dayMs
    await sweepNightly(uploads)
    expect(await isStored(orphan)).toBe(false)
  })

  it('notices within ten minutes that the database of a running hub went back, and reports it once', async () => {
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    const markStorage = () => uploads.jobs.find(({ job }) => job.name === 'markStorage')?.handle({})
    const { generation } = (await opened.database.system.row<{ generation: number }>(
      'select generation from storage_identity',
    )) ?? { generation: 0 }
    await markStorage()
    expect(events).toEqual([])
    // The backup was made before the mark of ten minutes ago.
    await opened.database.system.execute('update storage_identity set generation = $1', [generation])
    await markStorage()
    await markStorage()
    expect(events).toEqual(['feed restarted', 'uploads.database_restored'])
  })

  it('deletes immediately only what has ended according to a row', async () => {
    const uploads = uploadsOn(opened)
    await uploads.start?.()
    const ended = [await storeUpload(), await storeUpload(), await storeUpload()]
    await opened.database.system.execute(`update uploads set status = 'expired'`)
    await sweepNightly(uploads)
    for (const id of ended) expect(await isStored(id)).toBe(false)
  })

  it('deletes what was replaced after 30 days, only of what is ready and whole, and not after a restore', async () => {
    const fake = await startFakeS3({ minPartBytes: 1 })
    const blobs = s3Blobs({
      ...{ ...fake.options, credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } },
      ...{ prefix: 'hub/', tempFolder: root, tempBytes: 1024, partBytes: 4 },
    })
    atEnd(() => blobs.close())
    const uploads = uploadsOn(opened, root, blobs)
    await uploads.start?.()
    /** Of two objects, and of one that a worker made of them: its row has the new one, or was not updated. */
    const store = async (row: { status: string; names: 'two' | 'one' | 'lost' }) => {
      const key = ids.make('upl')
      const early = await blobs.openWriter({ key, receipt: null }, { offset: 0, fence: 1, size: 10 })
      await early.write([Buffer.from('0123')])
      const { receipt } = await early.sync('all')
      await early.close()
      const next = await blobs.openWriter({ key, receipt }, { offset: 4, fence: 2, size: 10 })
      await next.write([Buffer.from('456789')])
      const before = { key, receipt: await next.finalise() }
      const after = await blobs.withLocalFile(before, (file) => blobs.consolidate(before, file))
      const named = JSON.stringify(row.names === 'two' ? before.receipt : after)
      await opened.database.system.execute(
        `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status, receipt)
         values ($1, $2, 'audio', 10, 10, $3, $4, $5)`,
        [
          ...[accountId, key, Buffer.alloc(32), row.status],
          row.names === 'lost' ? named.replace(/"name":"[^"]+"/, '"name":"gone"') : named,
        ],
      )
      return key
    }
    const stored = [
      await store({ status: 'ready', names: 'one' }),
      await store({ status: 'analysing', names: 'one' }),
      await store({ status: 'ready', names: 'two' }),
      await store({ status: 'ready', names: 'lost' }),
    ]
    const counts = (): number[] => stored.map((key) => fake.objectNames().filter((name) => name.includes(key)).length)
    clock.ms = Date.now() + 29 * dayMs
    await sweepNightly(uploads)
    expect(counts()).toEqual([3, 3, 3, 3])
    clock.ms += 2 * dayMs
    await opened.database.system.execute('update storage_identity set sweep_after = $1', [
      new Date(clock.ms + dayMs).toISOString(),
    ])
    await sweepNightly(uploads)
    expect(counts()).toEqual([3, 3, 3, 3])
    clock.ms += 2 * dayMs
    await sweepNightly(uploads)
    expect(counts()).toEqual([1, 3, 2, 3])
    expect(events).toContain('uploads.bytes_missing')
    expect(fake.violations).toEqual([])
  })
})
