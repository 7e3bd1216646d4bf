import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scrubbing, scrubShare } from '../../src/features/uploads/scrub/scrub-uploads.ts'
import { scrubJob } from '../../src/features/uploads/upkeep/scrub-storage.ts'
import type { Blobs } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { storageError } from '../../src/platform/blobs/storage-errors.ts'
import { type Log, silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { Id } from '../../src/platform/values/ids.ts'
import { openStoredUploads, type StoredUploads } from '../backups/stored-uploads.ts'
import { testBytes } from '../harness/uploads.ts'

const dayMs = 24 * 60 * 60_000
const masters = Array.from({ length: 6 }, (_, index) => testBytes(1_000 + index))

describe('the scrub', () => {
  let stored: StoredUploads
  let nowMs: number
  let logged: string[]
  /** Ids in the order in which the scrub read them. */
  let read: string[]
  let blobs: Blobs
  const fileOf = (id = ''): string => join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id)
  beforeAll(async () => {
    stored = await openStoredUploads(masters)
  })
  beforeEach(async () => {
    const { system } = stored.hub.opened.database
    await system.execute('delete from upload_scrubs')
    await system.execute('delete from scrub_progress')
    for (const [index, id] of stored.ids.entries()) await writeFile(fileOf(id), masters[index] ?? '')
    nowMs = Date.now()
    logged = []
    read = []
    const disk = diskBlobs(join(stored.hub.dataDir, 'uploads'))
    blobs = {
      ...disk,
      read(blob, range) {
        read.push(blob.key)
        return disk.read(blob, range)
      },
    }
  })
  const log: Log = { ...silentLog, error: (event) => logged.push(event), warn: (event) => logged.push(event) }
  const scrubbing = (): Scrubbing => ({
    system: stored.hub.opened.database.system,
    blobs,
    now: () => new Date(nowMs),
    log,
  })
  const run = (days = 3, signal = new AbortController().signal): Promise<void> =>
    scrubShare(scrubbing(), { days, budgetMs: 60_000, restFactor: 0, signal })
  const problems = () =>
    stored.hub.opened.database.system.rows<{ id: string; problem: string }>(
      'select upload_id as id, problem from upload_scrubs where problem is not null order by upload_id',
    )

  it('reads a share each day, the longest unread first, and all of them in the days it has', async () => {
    await run()
    expect(read).toEqual([])
    for (let day = 1; day <= 4; day++) {
      nowMs += dayMs
      await run()
      await run()
    }
    expect(new Set(read.slice(0, 6))).toEqual(new Set(stored.ids))
    expect(read.slice(6)).toEqual(read.slice(0, 2))
  })

  it('reads what is overdue, however much it is', async () => {
    await run()
    nowMs += 30 * dayMs
    await run()
    expect(new Set(read)).toEqual(new Set(stored.ids))
  })

  it('finds bytes that changed, are truncated or are missing, and reports them until they are repaired', async () => {
    const [flipped, short, gone] = stored.ids
    await run()
    await writeFile(fileOf(flipped), testBytes(1_000).fill(0, 10, 12))
    await truncate(fileOf(short), 10)
    await rm(fileOf(gone))
    nowMs += 3 * dayMs
    await run()
    const found = [
      { id: flipped, problem: 'damaged' },
      { id: short, problem: 'damaged' },
      { id: gone, problem: 'missing' },
    ]
    expect(await problems()).toEqual(found.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)))
    expect(logged).toEqual(['uploads.bytes_damaged', 'uploads.bytes_damaged', 'uploads.bytes_damaged'])
    await writeFile(fileOf(flipped), masters[0] ?? '')
    nowMs += dayMs + 1
    await run(3_000)
    expect(await problems()).toHaveLength(2)
  })

  it('takes an outage of the storage for no damage, and reads on in the next run', async () => {
    await run()
    nowMs += 3 * dayMs
    const away = () => Promise.reject(storageError(new Error('away')))
    const whole = blobs
    blobs = { ...whole, read: away, check: away }
    await expect(run()).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await problems()).toEqual([])
    blobs = whole
    await run()
    expect(new Set(read)).toEqual(new Set(stored.ids))
  })

  it('reads on behind a file that cannot be read, and names it', async () => {
    await run()
    nowMs += 3 * dayMs
    const [broken] = stored.ids
    const whole = blobs
    blobs = {
      ...whole,
      read: (blob, range) =>
        blob.key === broken ? Promise.reject(storageError(new Error('EIO'))) : whole.read(blob, range),
    }
    await run()
    expect(await problems()).toEqual([{ id: broken, problem: 'unreadable' }])
    expect(new Set(read)).toEqual(new Set(stored.ids.slice(1)))
  })

  it('stops in the middle of a file when the process is to stop', async () => {
    await run()
    nowMs += 3 * dayMs
    const stopping = new AbortController()
    const whole = blobs
    blobs = {
      ...whole,
      read(blob, range) {
        stopping.abort()
        return whole.read(blob, range)
      },
    }
    await expect(run(3, stopping.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(read).toHaveLength(1)
    expect(await problems()).toEqual([])
  })

  it('shows in metrics what is damaged and how long the oldest upload was not read', async () => {
    const metrics = prometheusMetrics()
    const stopping = new AbortController().signal
    const job = scrubJob({ ...scrubbing(), metrics, days: 30, stopping })
    const figures = async () =>
      (await metrics.render()).text.split('\n').filter((line) => line.startsWith('spindle_scrub_'))
    expect(await figures()).toEqual([
      'spindle_scrub_problems{problem="missing"} 0',
      'spindle_scrub_problems{problem="damaged"} 0',
      'spindle_scrub_problems{problem="unreadable"} 0',
      'spindle_scrub_period_seconds 2592000',
    ])
    await job.handle({})
    await rm(fileOf(stored.ids[0]))
    nowMs += 40 * dayMs
    expect(await figures()).toContain(`spindle_scrub_oldest_unread_seconds ${40 * 24 * 60 * 60}`)
    await job.handle({})
    expect(await figures()).toEqual([
      'spindle_scrub_problems{problem="missing"} 1',
      'spindle_scrub_problems{problem="damaged"} 0',
      'spindle_scrub_problems{problem="unreadable"} 0',
      'spindle_scrub_period_seconds 2592000',
      'spindle_scrub_oldest_unread_seconds 0',
    ])
  })

  it('reads nothing and has no metrics of age if it is off', async () => {
    const metrics = prometheusMetrics()
    const stopping = new AbortController().signal
    const job = scrubJob({ ...scrubbing(), metrics, days: undefined, stopping })
    nowMs += 400 * dayMs
    await job.handle({})
    expect(read).toEqual([])
    expect((await metrics.render()).text).not.toContain('spindle_scrub_oldest_unread_seconds')
  })

  it('is run immediately by the operator, who gets the result', async () => {
    const { operator, ids } = stored
    expect(await operator('storage', 'scrub')).toMatchObject({ code: 0 })
    expect((await operator('storage', 'status')).out.at(-1)).toBe('0 uploads are missing, damaged or unreadable.')
    const [gone = ''] = ids
    await rm(fileOf(gone))
    expect(await operator('storage', 'scrub')).toMatchObject({
      code: 1,
      out: [expect.stringMatching(/^6 uploads read .*: 1 missing, 0 damaged, 0 unreadable\.$/)],
    })
    const status = await operator('storage', 'status')
    expect(status.code).toBe(1)
    expect(status.err).toEqual([expect.stringContaining(`upload ${gone} of ${stored.account.accountId}`)])
    const json = JSON.parse((await operator('storage', 'status', '--json')).out.join('\n')) as {
      problems: { id: Id<'upl'>; problem: string }[]
    }
    expect(json.problems).toMatchObject([{ id: gone, problem: 'missing' }])
  })

  it('forgets an upload that is gone meanwhile', async () => {
    await run()
    nowMs += 3 * dayMs
    const whole = blobs
    blobs = {
      ...whole,
      async stat(blob) {
        await whole.delete(blob.key)
        await stored.hub.opened.database.system.execute('delete from uploads where id = $1', [blob.key])
        return whole.stat(blob)
      },
    }
    await run()
    expect(await problems()).toEqual([])
    expect(logged).toEqual([])
  })
})
