import { beforeAll, describe, it } from 'vitest'
import { restoreIntoBucketAndBack } from '../backups/bucket-round-trip.ts'
import { describeBucketBlobs, describeBucketHistories } from '../harness/object-store/blobs-in-bucket.ts'
import { type BucketAddress, bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { describeHubInBucket, hubEnvironment } from '../harness/object-store/hub-in-bucket.ts'
import { isRgwMissing, startRgw } from '../harness/object-store/rgw.ts'
import { describeStoreLife } from '../harness/object-store/store-in-bucket.ts'
import { describeBucketTransport } from '../harness/object-store/transport-in-bucket.ts'
import { openStoreHub, type StoreHub, senderEnvironment } from '../harness/store-folder.ts'

/** A second real object store besides Swift: Ceph's RADOS Gateway, an independent program. */

describe.skipIf(isRgwMissing())('Ceph that takes the smallest parts', () => {
  let ceph: BucketAddress
  beforeAll(async () => {
    ceph = await startRgw({ minPartBytes: 1 })
  }, 180_000)
  describeBucketBlobs('Ceph', () => ceph)
  describeBucketTransport(() => ceph)
  describeBucketHistories('Ceph', () => ceph)
})

describe.skipIf(isRgwMissing())('Ceph as it is installed', () => {
  let ceph: BucketAddress
  let stores: StoreHub
  beforeAll(async () => {
    ceph = await startRgw()
    // The secret comes from the operator's shell.
    stores = await openStoreHub({ environment: { SPINDLE_SECRET: 's'.repeat(32), ...senderEnvironment } })
  }, 180_000)
  describeHubInBucket(() => ceph)
  describeStoreLife(
    () => stores,
    () => ceph,
  )

  it('is restored into, and backed up', { timeout: 300_000 }, async () => {
    const place = { ...hubEnvironment(ceph), SPINDLE_BLOBS: `s3://${ceph.bucket}/restored` }
    await restoreIntoBucketAndBack(place, () => bucketFolder(ceph, 'restored/').paths())
  })
})
