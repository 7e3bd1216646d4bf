import { multipartRequests } from './multipart.ts'
import { type BucketOptions, objectRequests } from './objects.ts'
import { objectStoreRequests, type RequestOptions } from './requests.ts'

/** The requests an object store understands. */
export type ObjectStoreOptions = RequestOptions & BucketOptions
export type ObjectStore = ReturnType<typeof objectStore>

export function objectStore(options: ObjectStoreOptions) {
  const requests = objectStoreRequests(options)
  return { ...objectRequests(requests, options), ...multipartRequests(requests, options), close: requests.close }
}
