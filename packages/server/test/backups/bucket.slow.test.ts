import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../harness/object-store/fake-s3.ts'
import { shellOf } from '../harness/operator.ts'
import { testBytes } from '../harness/uploads.ts'
import { type BucketBackups, backupsAt, objectOf, openBucketBackups, prefixOf } from './bucket-backups.ts'
import { newFolder } from './restored-hub.ts'
import { openStoredUploads, type StoredUploads } from './stored-uploads.ts'

/** Large masters are sent in parts; a process may be killed at any request. */

const mebibyte = 1024 * 1024
const large = testBytes(20 * mebibyte)
const masters = [large, ...Array.from({ length: 40 }, (_, index) => testBytes(20_000 + index))]
const program = fileURLToPath(new URL('../../bin/hub.mjs', import.meta.url))

describe('a backup of large masters in a bucket', () => {
  let stored: StoredUploads
  let bucket: BucketBackups
  let temporary: string
  beforeAll(async () => {
    temporary = await newFolder()
    stored = await openStoredUploads(masters)
    bucket = await openBucketBackups(stored.hub)
  }, 120_000)
  const create = (to: string) => bucket.operator('backup', 'create', '--to', to)
  const verify = (from: string) => bucket.operator('backup', 'verify', from, '--full')
  const watch = (seen: (operation: Operation) => void): void => {
    bucket.store.faultOf = (operation) => {
      seen(operation)
      return undefined
    }
  }

  it('is made, repaired from and healed in parts', async () => {
    const to = bucket.newAddress()
    expect(await create(to)).toMatchObject({ code: 0, err: [] })
    expect(bucket.store.asked.filter((operation) => operation === 'part')).toHaveLength(3)
    expect(bucket.store.bytesOf(objectOf(to, large)).equals(large)).toBe(true)
    expect(await verify(to)).toMatchObject({ code: 0, err: [] })

    const [id = ''] = stored.ids
    const file = join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id)
    await rm(file)
    expect(await bucket.operator('storage', 'repair', '--from', to)).toMatchObject({ code: 0 })
    expect((await readFile(file)).equals(large)).toBe(true)

    bucket.store.spoil(objectOf(to, large))
    expect((await create(to)).out[0]).toMatch(/including 1 new/)
    expect(await verify(to)).toMatchObject({ code: 0, err: [] })
    expect(bucket.store.uploadNames()).toEqual([])
  })

  it('is practised, and has lost a file', async () => {
    const to = bucket.newAddress()
    expect(await create(to)).toMatchObject({ code: 0 })
    const room = await newFolder()
    const drill = () => bucket.operator('backup', 'drill', to, '--in', room)
    expect(await drill()).toMatchObject({
      code: 0,
      out: [expect.stringContaining('41 uploads'), 'The date of this drill was recorded.'],
      err: [],
    })
    bucket.store.lose(objectOf(to, large))
    expect(await drill()).toMatchObject({
      code: 1,
      err: [`upload ${stored.ids[0]}: its data is missing or damaged in the backup`],
    })
    expect(await readdir(room)).toEqual([])
  })

  it('takes no damaged object for the new one when the store does not finish it', async () => {
    const to = bucket.newAddress()
    expect(await create(to)).toMatchObject({ code: 0 })
    bucket.store.spoil(objectOf(to, large))
    bucket.store.faultOf = (operation) => (operation === 'complete' ? 'error' : undefined)
    const failed = await create(to)
    expect(failed.code).toBe(1)
    expect(failed.err.join('\n')).toContain('refused a request (500 InternalError)')
    expect(backupsAt(bucket.store, to)).toHaveLength(1)
    bucket.store.faultOf = () => undefined
    expect((await create(to)).out[0]).toMatch(/including 1 new/)
    expect(await verify(to)).toMatchObject({ code: 0, err: [] })
  })

  it('resumes reading when the store drops the connection', async () => {
    const to = bucket.newAddress()
    expect(await create(to)).toMatchObject({ code: 0 })
    let gets = 0
    bucket.store.faultOf = (operation) => (operation === 'get' && ++gets % 5 === 3 ? 'cut' : undefined)
    expect(await verify(to)).toMatchObject({ code: 0, err: [] })
    bucket.store.faultOf = () => undefined
  })

  const start = (to: string): ChildProcess =>
    spawn(process.execPath, [program, 'backup', 'create', '--to', to], {
      cwd: '/',
      stdio: 'ignore',
      env: {
        // A killed process leaves its temporary files, so it gets a folder of its own.
        PATH: process.env.PATH,
        TMPDIR: temporary,
        SPINDLE_BUNDLE: 'off',
        ...shellOf(stored.hub),
        ...bucket.store.backupEnvironment,
      },
    })
  /** Kills a backup at its nth request of a kind. */
  const killAt = async (to: string, operation: Operation, nth: number): Promise<void> => {
    const child = start(to)
    let count = 0
    watch((asked) => {
      if (asked === operation && ++count === nth) child.kill('SIGKILL')
    })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    bucket.store.faultOf = () => undefined
    expect(signal).toBe('SIGKILL')
  }

  it.each([
    ['begin', 1],
    ['part', 2],
    ['complete', 1],
    ['put', 3],
    ['put', 30],
    ['put', 70],
  ] as const)(
    'that is killed at %s %d leaves nothing that looks like a backup, and the next one is whole',
    async (operation, nth) => {
      const to = bucket.newAddress()
      await killAt(to, operation, nth)
      expect(backupsAt(bucket.store, to)).toEqual([])
      expect((await bucket.operator('backup', 'list', to)).out).toEqual([])
      expect(await create(to)).toMatchObject({ code: 0, err: [] })
      expect(backupsAt(bucket.store, to)).toHaveLength(1)
      expect(await verify(to)).toMatchObject({ code: 0, err: [] })
      for (const master of masters) expect(bucket.store.bytesOf(objectOf(to, master)).equals(master)).toBe(true)
      // It is not certain yet that the other one was killed.
      const prune = () => bucket.operator('backup', 'prune', to, '--keep-daily', '1')
      expect((await prune()).err.join('\n')).toContain('A backup is being created')
      const [mark = ''] = bucket.store.objectNames().filter((name) => name.startsWith(`${prefixOf(to)}incoming/`))
      bucket.store.place(mark, Buffer.alloc(0), new Date(Date.now() - 11 * 60_000))
      expect((await prune()).code).toBe(0)
      expect(await verify(to)).toMatchObject({ code: 0 })
    },
  )
})
