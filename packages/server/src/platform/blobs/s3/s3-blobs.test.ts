import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { describeBlobs } from '../../../../test/harness/blobs-conformance.ts'
import { atEnd } from '../../../../test/harness/cleanup.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { type FakeS3, type Fault, type Operation, startFakeS3 } from '../../../../test/harness/object-store/fake-s3.ts'
import { idGenerator } from '../../values/ids.ts'
import type { BlobKey, BlobRef, Blobs, BlobWriter, ListedBlob, LocalFile } from '../blobs.ts'
import { type S3BlobsOptions, s3Blobs } from './s3-blobs.ts'

const ids = idGenerator({ now: () => Date.now() })
const tempFolder = await mkdtemp(join(tmpdir(), 'spindle-s3-'))
afterAll(() => rm(tempFolder, { recursive: true }))

const partBytes = 4

const sizeOf = async ({ path }: LocalFile): Promise<number> => (await stat(path)).size

function openBlobs(fake: FakeS3, options: Partial<S3BlobsOptions> = {}): Blobs {
  const blobs = s3Blobs({
    ...fake.options,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    retryDelaysMs: [1, 1, 1],
    prefix: 'hub/',
    tempFolder,
    tempBytes: 1024,
    partBytes,
    ...options,
  })
  atEnd(() => blobs.close())
  return blobs
}

const shared = await startFakeS3({ minPartBytes: partBytes })
describeBlobs('a scripted object store', async () => openBlobs(shared))

describe('blobs in an object store', () => {
  let fake: FakeS3
  let blobs: Blobs
  let key: BlobKey
  beforeEach(async () => {
    fake = await startFakeS3({ minPartBytes: partBytes, pageSize: 2 })
    blobs = openBlobs(fake)
    key = ids.make('upl')
  })

  const open = (size: number | null): Promise<BlobWriter> =>
    blobs.openWriter({ key, receipt: null }, { offset: 0, fence: 1, size })
  /** Written, made durable and finalised by one writer, without failures. */
  const store = async (text: string, size: number | null = text.length) => {
    const writer = await open(size)
    await writer.write([Buffer.from(text)])
    const { receipt } = await writer.sync('all')
    const finished = await writer.finalise()
    await blobs.release({ key, receipt }, finished)
    return { key, receipt: finished }
  }
  const putAs = (name: BlobKey, bytes: number) => {
    key = name
    return store('x'.repeat(bytes))
  }
  const namesLeft = (): string[] => fake.objectNames().filter((name) => name.includes(key))

  it('report each request with its operation and result', async () => {
    const told: string[] = []
    blobs = openBlobs(fake, { onRequest: (operation, result) => told.push(`${operation} ${result}`) })
    fake.fail('put', 'error')
    const blob = await store('abcd')
    await buffer(await blobs.read(blob))
    await blobs.readRendition(key, 'none')
    expect(told).toEqual(['put failed', 'put ok', 'get ok', 'get ok'])
    told.length = 0
    const elsewhere = openBlobs(fake, { bucket: 'another', onRequest: (...request) => told.push(request[1]) })
    await expect(elsewhere.check()).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(told).toEqual(['refused'])
    told.length = 0
    await blobs.readUrl?.(blob, { contentType: 'audio/wav', contentDisposition: undefined, cacheControl: 'no-store' })
    // The address itself is signed here.
    expect(told).toEqual(['head ok'])
  })

  it('cost one request for what fits in a part', async () => {
    const blob = await store('abcd')
    expect(fake.asked).toEqual(['put'])
    expect((await buffer(await blobs.read(blob))).toString()).toBe('abcd')
  })

  it('cost a beginning, the parts, a completion and a look at the object', async () => {
    const blob = await store('0123456789abcdefghijklmnopqrstuv')
    expect(fake.asked.filter((operation) => operation !== 'part')).toEqual(['begin', 'complete', 'head'])
    expect(fake.asked.filter((operation) => operation === 'part')).toHaveLength(8)
    expect((await buffer(await blobs.read(blob))).toString()).toBe('0123456789abcdefghijklmnopqrstuv')
    expect(fake.violations).toEqual([])
  })

  it('leave one object and no unfinished upload, even if the length was unknown', async () => {
    await store('0123456789', null)
    expect(namesLeft()).toHaveLength(1)
    expect(fake.uploadNames()).toEqual([])
  })

  it('keep the tail of the last commit until a later one is made', async () => {
    const writer = await open(null)
    await writer.write([Buffer.from('012345')])
    const first = await writer.sync('all')
    await writer.write([Buffer.from('6789')])
    const second = await writer.sync('all')
    expect(namesLeft()).toHaveLength(2)
    const readBack = async (receipt: typeof first.receipt, bytes: number) => {
      const finished = await blobs.finalise({ key, receipt }, bytes)
      return (await buffer(await blobs.read({ key, receipt: finished }))).toString()
    }
    // A crash before the second commit: the first one still counts.
    await writer.close()
    expect(await readBack(first.receipt, first.position)).toBe('012345')
    await blobs.release({ key, receipt: first.receipt }, second.receipt)
    expect(await readBack(second.receipt, second.position)).toBe('0123456789')
  })

  const faults: readonly [Operation, Fault][] = [
    ['begin', 'error'],
    ['begin', 'lost'],
    ['part', 'error'],
    ['part', 'lost'],
    ['part', 'silent'],
    ['put', 'lost'],
    ['complete', 'error'],
    ['complete', 'lost'],
    ['head', 'error'],
    ['get', 'error'],
    ['get', 'cut'],
  ]
  it.each(faults)('bear %s with %s, twice in a row', async (operation, fault) => {
    // So many attempts that a busy machine may miss the time limit of most of them.
    const patient = { timeoutMs: 1_000, retryDelaysMs: Array.from({ length: 30 }, () => 1) }
    blobs = openBlobs(fake, fault === 'silent' ? patient : {})
    fake.fail(operation, fault, 2)
    const blob = await store('0123456789', operation === 'put' ? null : 10)
    expect((await buffer(await blobs.read(blob))).toString()).toBe('0123456789')
    expect(fake.violations).toEqual([])
  })

  it('survive a connection that is lost before the answer is read', async () => {
    const blob = await store('0123456789')
    fake.fail('get', 'cut')
    const stream = await blobs.read(blob)
    // An error without a listener would end the hub.
    await manyTurns()
    expect((await buffer(stream)).toString()).toBe('0123456789')
  })

  it('report that the storage is away, and continue with the same writer when it is back', async () => {
    const writer = await open(10)
    fake.faultOf = () => 'error'
    const failure = { code: 'storage_unavailable' }
    await writer.write([Buffer.from('01234')])
    await expect(writer.sync('all')).rejects.toMatchObject(failure)
    await expect(blobs.check()).rejects.toMatchObject(failure)
    fake.faultOf = () => undefined
    expect((await writer.sync('all')).position).toBe(5)
    await writer.write([Buffer.from('56789')])
    const receipt = await writer.finalise()
    expect((await buffer(await blobs.read({ key, receipt }))).toString()).toBe('0123456789')
    expect(await blobs.check()).toBeUndefined()
  })

  it('are finished although another process did so first and its answer was lost', async () => {
    const writer = await open(null)
    await writer.write([Buffer.from('01234567')])
    const { receipt } = await writer.sync('all')
    await writer.close()
    await openBlobs(fake).finalise({ key, receipt }, 8)
    const finished = await blobs.finalise({ key, receipt }, 8)
    expect((await buffer(await blobs.read({ key, receipt: finished }))).toString()).toBe('01234567')
    expect(fake.violations).toEqual([])
  })

  it('name the parts that a dead process still brought in, and do not count their bytes', async () => {
    const zombie = await open(null)
    await zombie.write([Buffer.from('01234567')])
    const { receipt } = await zombie.sync('all')
    await zombie.write([Buffer.from('XXXXXXXXXXXX')])
    await zombie.sync('all')
    const next = await blobs.openWriter({ key, receipt }, { offset: 8, fence: 2, size: 10 })
    await next.write([Buffer.from('89')])
    const finished = await next.finalise()
    expect((await buffer(await blobs.read({ key, receipt: finished }))).toString()).toBe('0123456789')
    expect((await buffer(await blobs.read({ key, receipt: finished }, { start: 6, end: 8 }))).toString()).toBe('678')
    await zombie.close()
  })

  /** A blob of two objects: another process continued where the first one crashed. */
  const putInTwo = async () => {
    const early = await open(null)
    await early.write([Buffer.from('01234567')])
    const { receipt } = await early.sync('all')
    await early.close()
    const next = await blobs.openWriter({ key, receipt }, { offset: 8, fence: 2, size: 20 })
    await next.write([Buffer.from('89abcdefghij')])
    return { key, receipt: await next.finalise() }
  }
  const read = async (blob: BlobRef): Promise<string> => (await buffer(await blobs.read(blob))).toString()
  const listedOnce = async (): Promise<ListedBlob | undefined> => {
    for await (const entry of blobs.list()) return entry
    return undefined
  }

  it.each(['error', 'lost'] as const)('become one object although workers die at every request (%s)', async (fault) => {
    const blob = await putInTwo()
    expect(namesLeft()).toHaveLength(2)
    let committed: BlobRef | undefined
    let deaths = 0
    for (; !committed; deaths++) {
      const worker = openBlobs(fake, { retryDelaysMs: [] })
      const receipt = await worker.withLocalFile(blob, (file) => {
        let requests = deaths
        fake.faultOf = () => (requests-- > 0 ? undefined : fault)
        return worker.consolidate(blob, file).catch(() => undefined)
      })
      fake.faultOf = () => undefined
      expect(await read(blob)).toBe('0123456789abcdefghij')
      if (receipt) committed = { key, receipt }
    }
    // One start, five parts, one completion and one look at the object.
    expect(deaths).toBe(9)
    expect(await read(committed)).toBe('0123456789abcdefghij')
    expect((await listedOnce())?.hasReplaced(committed.receipt)).toBe(true)
    await blobs.deleteReplaced(committed)
    expect(namesLeft()).toHaveLength(1)
    expect(fake.uploadNames()).toEqual([])
    expect((await listedOnce())?.hasReplaced(committed.receipt)).toBe(false)
    expect(await read(committed)).toBe('0123456789abcdefghij')
    expect(fake.violations).toEqual([])
  })

  it('lose nothing to a deletion of what was replaced while they are not complete', async () => {
    const writer = await open(null)
    await writer.write([Buffer.from('0123456789')])
    const { receipt } = await writer.sync('all')
    await expect(blobs.deleteReplaced({ key, receipt })).rejects.toMatchObject({ code: 'storage_unavailable' })
    const finished = await writer.finalise()
    expect(await read({ key, receipt: finished })).toBe('0123456789')
  })

  it('abort unfinished multipart uploads with the blob', async () => {
    const writer = await open(null)
    await writer.write([Buffer.from('0123456789')])
    await writer.sync('all')
    await writer.close()
    expect(fake.uploadNames()).toHaveLength(1)
    await blobs.delete(key)
    expect(fake.uploadNames()).toEqual([])
    expect(namesLeft()).toEqual([])
  })

  it('are found by the list when only a multipart upload is left', async () => {
    const writer = await open(null)
    await writer.write([Buffer.from('01234567')])
    await writer.sync('all')
    await writer.close()
    const found: string[] = []
    for await (const entry of blobs.list()) found.push(entry.key)
    expect(found).toEqual([key])
  })

  const rooms = [
    { room: 'ample', tempBytes: 1024, parts: 4, bytes: 20 },
    { room: 'short', tempBytes: 32, parts: 2, bytes: 12 },
  ]
  it.each(rooms)('send $parts parts at a time, of $bytes bytes, while room is $room', async (expected) => {
    blobs = openBlobs(fake, { tempBytes: expected.tempBytes })
    let isAnswering = false
    fake.faultOf = (operation) => (operation === 'part' && !isAnswering ? 'silent' : undefined)
    const writer = await open(null)
    const writing = writer.write([Buffer.from('0123456789abcdefghijklmnopqrstuv')])
    const sent = () => fake.asked.filter((operation) => operation === 'part').length
    await eventually(() => sent() === expected.parts && writer.position === expected.bytes, { what: 'parts' })
    // Nothing more is accepted before that.
    await manyTurns()
    expect({ parts: sent(), bytes: writer.position }).toEqual({ parts: expected.parts, bytes: expected.bytes })
    isAnswering = true
    fake.hangUp()
    await writing
    const receipt = await writer.finalise()
    expect((await buffer(await blobs.read({ key, receipt }))).toString()).toBe('0123456789abcdefghijklmnopqrstuv')
    expect(fake.violations).toEqual([])
  })

  it('send at most 16 bodies at a time, of all uploads together, and small ones immediately', async () => {
    const mebibyte = 1024 * 1024
    blobs = openBlobs(fake, { partBytes: mebibyte, tempBytes: 2 * 100 * mebibyte })
    let isAnswering = false
    fake.faultOf = (operation) => (operation === 'part' && !isAnswering ? 'silent' : undefined)
    const bytes = Buffer.alloc(2 * mebibyte, 'x')
    const uploads = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const blobKey = ids.make('upl')
        const start = { offset: 0, fence: 1, size: null }
        const writer = await blobs.openWriter({ key: blobKey, receipt: null }, start)
        await writer.write([bytes])
        const storing = writer.sync('all')
        return { blobKey, writer, storing }
      }),
    )
    const sent = () => fake.asked.filter((operation) => operation === 'part').length
    await eventually(() => sent() === 16, { what: 'parts' })
    await store('small', null)
    expect(sent()).toBe(16)
    isAnswering = true
    fake.hangUp()
    for (const { blobKey, writer, storing } of uploads) {
      expect((await storing).position).toBe(2 * mebibyte)
      const receipt = await writer.finalise()
      expect(await blobs.stat({ key: blobKey, receipt })).toEqual({ state: 'complete', bytes: 2 * mebibyte })
    }
    expect(fake.violations).toEqual([])
  })

  it('wait for room in the temporary folder, and refuse when none comes', async () => {
    blobs = openBlobs(fake, { tempBytes: 2 * partBytes, spoolPatienceMs: 50 })
    const first = await open(null)
    await first.write([Buffer.from('01')])
    const second = await blobs.openWriter({ key: ids.make('upl'), receipt: null }, { offset: 0, fence: 1, size: null })
    await expect(second.write([Buffer.from('01')])).rejects.toMatchObject({ code: 'storage_unavailable' })
    const waiting = eventually(
      () =>
        second.write([Buffer.from('01')]).then(
          () => true,
          () => undefined,
        ),
      { what: 'room' },
    )
    await first.close()
    expect(await waiting).toBe(true)
    expect(second.position).toBe(2)
    await second.close()
  })

  it('get room for several files together, so that readers never wait for each other in turn', async () => {
    blobs = openBlobs(fake, { tempBytes: 200 })
    const stored = []
    for (const bytes of [40, 40, 100]) stored.push(await putAs(ids.make('upl'), bytes))
    const [one, other, large] = stored as [BlobRef, BlobRef, BlobRef]
    const read = await Promise.all([
      blobs.withLocalFiles([one, other], async (files) => (await Promise.all(files.map(sizeOf))).join()),
      // It is alone and has all the space, so it already waits for the first of the two.
      blobs.withLocalFile(large, sizeOf),
      blobs.withLocalFiles([other], async (files) => (await Promise.all(files.map(sizeOf))).join()),
    ])
    expect(read).toEqual(['40,40', 100, '40'])
  })

  it('refuse several files that get no room for a while', async () => {
    blobs = openBlobs(fake, { tempBytes: 100, spoolPatienceMs: 50 })
    const [one, other] = [await putAs(ids.make('upl'), 30), await putAs(ids.make('upl'), 30)]
    await blobs.withLocalFile(one, () =>
      expect(blobs.withLocalFiles([one, other], async () => {})).rejects.toMatchObject({
        code: 'storage_unavailable',
        message:
          'Too many files are being transferred to or from the storage. Stored data is not affected. Try again later.',
      }),
    )
    expect(await blobs.withLocalFiles([one, other], async (files) => files.length)).toBe(2)
  })

  it.runIf(process.platform === 'linux')('leave no file in the temporary folder, even with open files', async () => {
    const writer = await open(null)
    await writer.write([Buffer.from('01')])
    const blob = await store('other')
    await blobs.withLocalFile(blob, async () => expect(await readdir(tempFolder)).toEqual([]))
    await writer.close()
  })
})

/** Waits until everything has passed between two sockets of this process. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await nextTurn()
}
