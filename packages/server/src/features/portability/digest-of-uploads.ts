import { createHash } from 'node:crypto'

interface StoredBytes {
  readonly id: string
  /** Hexadecimal; null while the upload is not complete. */
  readonly sha256: string | null
}

/** SHA-256 of a line `ID SHA256` for each complete upload, in the order of the ids. */
export function digestOfUploads(uploads: readonly StoredBytes[]): string {
  const hash = createHash('sha256')
  for (const { id, sha256 } of uploads) if (sha256 !== null) hash.update(`${id} ${sha256}\n`)
  return hash.digest('hex')
}
