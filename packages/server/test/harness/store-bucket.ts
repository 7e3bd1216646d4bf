import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketFolder } from './object-store/bucket-folder.ts'

/** The arguments after `outlets add ID` for a store with a bucket; the secret is written into `folder`. */
export async function bucketStoreArguments({ address, prefix }: BucketFolder, folder: string): Promise<string[]> {
  const { endpoint, bucket, region, credentials } = address
  const secretFile = join(folder, 'secret-access-key')
  await writeFile(secretFile, credentials.secretAccessKey)
  return [
    ...['--s3', `s3://${bucket}/${prefix.replace(/\/$/, '')}`, '--endpoint', endpoint, '--region', region],
    ...['--access-key', credentials.accessKeyId, '--secret-key-file', secretFile],
  ]
}
