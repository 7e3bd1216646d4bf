import { beforeAll, describe, expect, it } from 'vitest'
import { runHistories } from '../harness/blob-history.ts'
import { blobsIn, describeBucketBlobs } from '../harness/object-store/blobs-in-bucket.ts'
import { type BucketAddress, bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { isRgwMissing, startRgw } from '../harness/object-store/rgw.ts'
import { countFromEnvironment, seedFromEnvironment } from '../harness/random.ts'

/** A second real object store beside Swift: Ceph's RADOS Gateway, which is another program by other people. */

const histories = countFromEnvironment('BLOB_HISTORIES', { usual: 25, soak: 500 })

describe.skipIf(isRgwMissing())('Ceph that takes the smallest parts', () => {
  let ceph: BucketAddress
  beforeAll(async () => {
    ceph = await startRgw({ minPartBytes: 1 })
  }, 180_000)
  describeBucketBlobs('Ceph', () => ceph)

  it('has what was acknowledged, whatever happens to processes', { timeout: 60_000 + histories * 5_000 }, async () => {
    const partBytes = 8
    const blobs = (await blobsIn(ceph, { prefix: 'histories/', partBytes }))()
    const open = () => () => blobs
    await runHistories('Ceph', { count: histories, seed: seedFromEnvironment(), partBytes, open })
    const left = bucketFolder(ceph, 'histories/')
    expect(await left.paths()).toEqual([])
    expect(await left.openUploads()).toEqual([])
  })
})
