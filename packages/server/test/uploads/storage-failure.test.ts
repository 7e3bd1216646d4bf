import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Blobs, type BlobWriter, SyncError } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { onDisk } from '../harness/disk-blobs.ts'
import { startUploadHub, testBytes } from '../harness/uploads.ts'

/** A storage that accepts bytes and cannot make them durable: the n-th sync fails, and only that one. */

const root = await mkdtemp(join(tmpdir(), 'spindle-sync-'))
afterAll(() => rm(root, { recursive: true, force: true }))

function failingBlobs(failAt: number): Blobs {
  const disk = diskBlobs(join(root, String(failAt)))
  let syncs = 0
  const failWhenDue = (): void => {
    syncs += 1
    if (syncs === failAt) throw new SyncError(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  }
  const wrap = (writer: BlobWriter): BlobWriter => ({
    get position() {
      return writer.position
    },
    write: writer.write,
    truncate: writer.truncate,
    close: writer.close,
    async sync(extent) {
      failWhenDue()
      return writer.sync(extent)
    },
    async finalise() {
      failWhenDue()
      return writer.finalise()
    },
  })
  return { ...disk, openWriter: async (blob, start) => wrap(await disk.openWriter(blob, start)) }
}

describe('a sync that fails', () => {
  it.each([
    [1, 'of the first body'],
    [2, 'of the second body'],
    [3, 'of the finish'],
  ])('number %i, %s, ends the upload: nothing is acknowledged, nothing is tried again', async (failAt) => {
    const blobs = failingBlobs(failAt)
    const client = await startUploadHub({ overrides: { blobs } })
    const path = await client.begin(2000)
    const answers = [await client.patch(path, 0, testBytes(1000))]
    if (answers[0]?.status === 204) answers.push(await client.patch(path, 1000, testBytes(1000)))
    const last = answers.at(-1)
    expect(answers.map(({ status }) => status)).toEqual(failAt === 1 ? [503] : [204, 503])
    expect(await last?.json()).toMatchObject({ error: 'storage_unavailable' })
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({ status: 'rejected', findings: [{ code: 'storage_failed' }] })
    expect((await client.head(path)).status).toBe(410)
    expect((await client.patch(path, body.offset, testBytes(1))).status).toBe(410)
    const id = path.split('/').at(-1) as `upl_${string}`
    expect(await blobs.stat(onDisk(id))).toBeUndefined()
  })
})
