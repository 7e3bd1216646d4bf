import { buffer } from 'node:stream/consumers'
import { type ObjectStoreOptions, objectStore } from '../../../src/platform/blobs/s3/object-store.ts'
import { payloadOf } from '../../../src/platform/blobs/s3/payload.ts'
import { atEnd } from '../cleanup.ts'

/** The settings of a bucket for an outlet or a hub. */
export type BucketAddress = Required<Pick<ObjectStoreOptions, 'bucket' | 'region'>> & {
  readonly endpoint: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** One prefix of a bucket as its owner sees it: through the hub's storage, not through an outlet. */
export interface BucketFolder {
  readonly address: BucketAddress
  /** The prefix of every name; ends with a slash. */
  readonly prefix: string
  /** The names of all objects, without the prefix, in order. */
  paths(): Promise<string[]>
  bytesOf(path: string): Promise<Buffer>
  write(path: string, text: string): Promise<void>
  /** Names of objects with an open multipart upload. */
  openUploads(): Promise<string[]>
}

export function bucketFolder(address: BucketAddress, prefix: string): BucketFolder {
  const store = objectStore(address)
  atEnd(() => store.close())
  const namesOf = async (listed: AsyncIterable<{ readonly name: string }>): Promise<string[]> => {
    const names: string[] = []
    for await (const { name } of listed) names.push(name.slice(prefix.length))
    return names.sort()
  }
  return {
    address,
    prefix,
    paths: () => namesOf(store.list(prefix)),
    async bytesOf(path) {
      const body = await store.get(`${prefix}${path}`)
      if (!body) throw new Error(`there is no ${path}`)
      return buffer(body)
    },
    write: (path, text) => store.put(`${prefix}${path}`, payloadOf(Buffer.from(text))),
    openUploads: () => namesOf(store.listUploads(prefix)),
  }
}
