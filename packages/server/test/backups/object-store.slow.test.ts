import { it } from 'vitest'
import { startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { restoreIntoBucketAndBack } from './bucket-round-trip.ts'

/** A backup does not depend on the storage: a backup of a disk is restored into an object store, and back. */

it('what was uploaded to a disk is restored into an object store, and from there onto a disk', async () => {
  const store = await startFakeS3({ minPartBytes: 5 * 1024 * 1024 })
  await restoreIntoBucketAndBack(store.environment, () => store.objectNames())
})
