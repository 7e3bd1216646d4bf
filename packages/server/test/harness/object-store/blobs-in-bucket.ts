import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import type { Blobs } from '../../../src/platform/blobs/blobs.ts'
import { s3Blobs } from '../../../src/platform/blobs/s3/s3-blobs.ts'
import { idGenerator } from '../../../src/platform/values/ids.ts'
import { runHistories } from '../blob-history.ts'
import { describeBlobs } from '../blobs-conformance.ts'
import { atEnd } from '../cleanup.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../random.ts'
import { type BucketAddress, bucketFolder } from './bucket-folder.ts'

const partBytes = 4

/** What a real object store must do for the hub's blobs. It accepts parts of one byte. */
export function describeBucketBlobs(name: string, addressNow: () => BucketAddress): void {
  let openBlobs: () => Blobs
  beforeAll(async () => {
    openBlobs = await blobsIn(addressNow(), { prefix: 'blobs/', partBytes, pageSize: 3 })
  })
  describeBlobs(name, async () => openBlobs())

  it('serves a blob at its presigned address, with the headers that were signed', async () => {
    const key = idGenerator({ now: () => Date.now() }).make('upl')
    const blobs = openBlobs()
    const writer = await blobs.openWriter({ key, receipt: null }, { offset: 0, fence: 1, size: null })
    await writer.write([Buffer.from('0123456789')])
    await writer.sync('all')
    const receipt = await writer.finalise()
    const headers = {
      contentType: 'audio/flac',
      contentDisposition: `attachment; filename="a b.flac"; filename*=UTF-8''a%20b%27%28%29.flac`,
      cacheControl: 'private, no-cache',
    }
    const url = (await blobs.readUrl?.({ key, receipt }, headers)) ?? ''
    const whole = await fetch(url)
    expect(await whole.text()).toBe('0123456789')
    expect(whole.headers.get('content-type')).toBe('audio/flac')
    expect(whole.headers.get('content-disposition')).toBe(headers.contentDisposition)
    expect(await (await fetch(url, { headers: { range: 'bytes=2-4' } })).text()).toBe('234')
    expect((await fetch(url.replace('X-Amz-Expires=300', 'X-Amz-Expires=301'))).status).toBe(403)
  })

  it('takes what a dead process still sends, and answers what was committed', async () => {
    const random = createRandom(1)
    const key = idGenerator({ now: () => Date.now() }).make('upl')
    const bytes = random.bytes(30)
    const zombie = await openBlobs().openWriter({ key, receipt: null }, { offset: 0, fence: 1, size: 30 })
    await zombie.write([bytes.subarray(0, 10)])
    const { receipt } = await zombie.sync('all')
    const blobs = openBlobs()
    const writer = await blobs.openWriter({ key, receipt }, { offset: 10, fence: 2, size: 30 })
    await zombie.write([random.bytes(15)])
    await zombie.sync('all')
    await writer.write([bytes.subarray(10)])
    const finished = await writer.finalise()
    expect(await buffer(await blobs.read({ key, receipt: finished }))).toEqual(bytes)
    await zombie.close()
  })
}

const histories = countFromEnvironment('BLOB_HISTORIES', { usual: 10, soak: 500 })

/** Blobs with random faults, on a store that accepts parts of one byte; nothing of them is left in it. */
export function describeBucketHistories(name: string, addressNow: () => BucketAddress): void {
  it('has what was acknowledged, whatever happens to processes', { timeout: 240_000 + histories * 5_000 }, async () => {
    const [address, historyPartBytes] = [addressNow(), 8]
    const blobs = (await blobsIn(address, { prefix: 'histories/', partBytes: historyPartBytes }))()
    const open = () => () => blobs
    await runHistories(name, { count: histories, seed: seedFromEnvironment(), partBytes: historyPartBytes, open })
    const left = bucketFolder(address, 'histories/')
    expect(await left.paths()).toEqual([])
    expect(await left.openUploads()).toEqual([])
  })
}

export interface BlobOptions {
  readonly prefix: string
  readonly partBytes: number
  readonly pageSize?: number
}

/** Opens the bucket like one process after another. */
export async function blobsIn(address: BucketAddress, options: BlobOptions): Promise<() => Blobs> {
  const tempFolder = await mkdtemp(join(tmpdir(), 'spindle-bucket-blobs-'))
  atEnd(() => rm(tempFolder, { recursive: true }))
  return () => {
    const blobs = s3Blobs({ ...address, ...options, tempFolder, tempBytes: 1024 ** 3 })
    atEnd(() => blobs.close())
    return blobs
  }
}
