import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderTransport } from '../../src/features/interchange/transports/folder-transport.ts'
import { objectStore } from '../../src/platform/blobs/s3/object-store.ts'
import { atEnd } from '../harness/cleanup.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { placeIn } from '../harness/object-store/transport-in-bucket.ts'
import { folderFiles } from '../harness/sent-packages.ts'
import { describeTransport } from '../harness/transport-conformance.ts'

const signal = new AbortController().signal

async function emptyFolder(below: string): Promise<string> {
  const root = await mkdtemp(join(below, 'spindle-transport-'))
  atEnd(() => rm(root, { recursive: true, force: true }))
  return root
}

describeTransport('a folder', async () => {
  const root = await emptyFolder(tmpdir())
  return { ...folderFiles(root), open: () => folderTransport(root) }
})

describe('an object store that answers badly', () => {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  let fake: FakeS3
  beforeAll(async () => {
    fake = await startFakeS3()
  })
  describeTransport('S3', async () => placeIn({ ...fake.options, credentials }, 1_000_000))

  it('leaves no part of an upload behind, whichever process was killed before', async () => {
    const place = placeIn({ ...fake.options, credentials }, 1_000)
    const store = objectStore({ ...fake.options, credentials })
    const transport = place.open()
    atEnd(() => Promise.all([store.close(), transport.close()]))
    await store.beginUpload(`${place.prefix}a`)
    await transport.putStream('a', Readable.from([Buffer.alloc(2_500, 'a')]), signal)
    expect(await place.bytesOf('a')).toEqual(Buffer.alloc(2_500, 'a'))
    expect(fake.uploadNames()).toEqual([])
  })

  it('may lose the answer that an upload is complete', async () => {
    const place = placeIn({ ...fake.options, credentials }, 1_000)
    const transport = place.open()
    atEnd(() => transport.close())
    fake.fail('complete', 'lost')
    await transport.putStream('a', Readable.from([Buffer.alloc(2_500, 'a')]), signal)
    expect(await transport.stat('a')).toBe(2_500)
  })
})
