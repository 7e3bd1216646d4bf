import type { BlobKey } from './blobs.ts'

/** The folder of a blob. The end of an identifier is random, its beginning is time. */
export const shardOf = (key: BlobKey): string => key.slice(-2)

/** The order in which a storage lists its blobs. Rows are read in the same order, by the index `uploads_by_place`. */
export const byPlace = (one: BlobKey, other: BlobKey): number => {
  const [first, second] = [shardOf(one) + one, shardOf(other) + other]
  if (first === second) return 0
  return first < second ? -1 : 1
}
