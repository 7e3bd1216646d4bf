import { beforeAll, describe } from 'vitest'
import { describeBucketBlobs, describeBucketHistories } from '../harness/object-store/blobs-in-bucket.ts'
import type { BucketAddress } from '../harness/object-store/bucket-folder.ts'
import { describeHubInBucket } from '../harness/object-store/hub-in-bucket.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'

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
