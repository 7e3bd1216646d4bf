import { describe, expect, it } from 'vitest'
import { onDisk } from '../harness/disk-blobs.ts'
import { blobsThatCannotSync } from '../harness/failing-blobs.ts'
import { startUploadHub, testBytes } from '../harness/uploads.ts'

/** A storage that accepts bytes and cannot make them durable: the n-th sync fails, and only that one. */

describe('a sync that fails', () => {
  it.each([
    [1, 'of the first body'],
    [2, 'of the second body'],
    [3, 'of the finish'],
  ])('number %i, %s, ends the upload: nothing is acknowledged, nothing is tried again', async (failAt) => {
    let syncs = 0
    const blobs = await blobsThatCannotSync(() => ++syncs === failAt)
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
    expect(blobs.openWriterCount()).toBe(0)
  })
})
