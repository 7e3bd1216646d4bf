import { expect, it } from 'vitest'
import { OperatorNeeded } from '../../../src/features/interchange/transports/failures.ts'
import { s3Transport } from '../../../src/features/interchange/transports/s3-transport.ts'
import { atEnd } from '../cleanup.ts'
import { describeTransport, type TransportPlace } from '../transport-conformance.ts'
import { type BucketAddress, type BucketFolder, bucketFolder } from './bucket-folder.ts'

let places = 0
/** A new prefix for each place. */
export function placeIn(address: BucketAddress, partBytes: number): TransportPlace & Pick<BucketFolder, 'prefix'> {
  const { endpoint, bucket, region, credentials } = address
  const folder = bucketFolder(address, `stores/${++places}/`)
  const place = { endpoint, bucket, region, prefix: folder.prefix, accessKeyId: credentials.accessKeyId }
  return { ...folder, open: () => s3Transport(place, credentials.secretAccessKey, { partBytes }) }
}

/** What a real object store must do for the packages of outlets. It accepts parts of one byte. */
export function describeBucketTransport(addressNow: () => BucketAddress): void {
  describeTransport('S3', async () => placeIn(addressNow(), 1_000_000))

  it('is not tried again with wrong keys', async () => {
    const address = addressNow()
    const wrong = s3Transport({ ...address, prefix: '', accessKeyId: 'nobody' }, 'wrong')
    const elsewhere = { ...address, bucket: 'nowhere', prefix: '', accessKeyId: address.credentials.accessKeyId }
    const nowhere = s3Transport(elsewhere, address.credentials.secretAccessKey)
    atEnd(() => Promise.all([wrong.close(), nowhere.close()]))
    await expect(wrong.stat('a')).rejects.toBeInstanceOf(OperatorNeeded)
    await expect(wrong.list('a')).rejects.toBeInstanceOf(OperatorNeeded)
    await expect(nowhere.list('a')).rejects.toThrow('the bucket does not exist')
  })
}
