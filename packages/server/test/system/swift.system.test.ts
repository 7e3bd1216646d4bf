import { beforeAll, describe } from 'vitest'
import { describeBucketBlobs, describeBucketHistories } from '../harness/object-store/blobs-in-bucket.ts'
import type { BucketAddress } from '../harness/object-store/bucket-folder.ts'
import { describeHubInBucket } from '../harness/object-store/hub-in-bucket.ts'
import { describeStoreLife } from '../harness/object-store/store-in-bucket.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'
import { openStoreHub, type StoreHub, senderEnvironment } from '../harness/store-folder.ts'

describe.skipIf(isSwiftMissing())('OpenStack Swift', () => {
  let swift: BucketAddress
  beforeAll(async () => {
    swift = await startSwift({ minPartBytes: 1 })
  })
  describeBucketBlobs('Swift', () => swift)
  describeBucketHistories('Swift', () => swift)
})

describe.skipIf(isSwiftMissing())('a hub on OpenStack Swift', () => {
  let swift: BucketAddress
  beforeAll(async () => {
    swift = await startSwift()
  })
  describeHubInBucket(() => swift)
})

describe.skipIf(isSwiftMissing())('a store that takes packages from a bucket of OpenStack Swift', () => {
  let hub: StoreHub
  let swift: BucketAddress
  beforeAll(async () => {
    swift = await startSwift()
    // The secret comes from the operator's shell.
    hub = await openStoreHub({ environment: { SPINDLE_SECRET: 's'.repeat(32), ...senderEnvironment } })
  })
  describeStoreLife(
    () => hub,
    () => swift,
  )
})
