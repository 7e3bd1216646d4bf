import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export interface Measured {
  readonly bytes: number
  readonly sha256: string
}

/** Counts and hashes the bytes of a stream, and reports both at the end. */
export function measuring(): { readonly through: Transform; end(): Measured } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(undefined, chunk)
    },
  })
  return { through, end: () => ({ bytes, sha256: hash.digest('hex') }) }
}
