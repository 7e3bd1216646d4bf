/** A part of a bucket. */
export interface BucketAddress {
  readonly bucket: string
  /** The prefix of every name; empty, or ends with a slash. */
  readonly prefix: string
}

/** `s3://BUCKET` or `s3://BUCKET/PREFIX`; undefined for anything else. */
export function parseBucketAddress(text: string): BucketAddress | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(text) ?? []
  if (bucket === undefined) return undefined
  const folders = path.split('/').filter(Boolean)
  // HTTP clients normalise these segments, so the address would name another object.
  if (folders.some((folder) => folder === '.' || folder === '..')) return undefined
  return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') }
}
