import { describe } from 'vitest'
import { itRestores } from '../faults/restore-drill/drills.ts'
import { bucketFolder } from '../harness/object-store/bucket-folder.ts'
import { hubEnvironment } from '../harness/object-store/hub-in-bucket.ts'
import { type RealStore, realStores } from '../harness/object-store/real-stores.ts'
import { countFromEnvironment, seedFromEnvironment } from '../harness/random.ts'

/** The drills of `npm run test:soak` with the bytes in a bucket: each restored hub has a prefix of its own. */

const drills = countFromEnvironment('RESTORE_DRILLS', { usual: 2, soak: 20 })
const seed = seedFromEnvironment()

describe.each(realStores)('$name', ({ name, isMissing, start }) => {
  itRestores({ name, drills, seed, isSkipped: isMissing(), open: () => openBucket(start) })
})

async function openBucket(start: RealStore['start']) {
  const store = await start()
  return {
    environment: (number: number) => ({
      ...hubEnvironment(store),
      SPINDLE_BLOBS: `s3://${store.bucket}/hub-${number}`,
    }),
    async bytesOf({ number }: { readonly number: number }, id: string): Promise<Buffer> {
      const folder = bucketFolder(store, `hub-${number}/uploads/${id.slice(-2)}/${id}/`)
      const [path = '', ...others] = await folder.paths()
      if (others.length > 0) throw new Error(`upload ${id} has ${others.length} objects too many`)
      return folder.bytesOf(path)
    },
  }
}
