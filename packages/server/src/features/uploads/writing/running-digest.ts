import { createHash, type Hash } from 'node:crypto'

/**
 * The SHA-256 of the first `position` bytes of an upload, kept while they arrive. A digest that is not where the upload
 * continues is worth nothing: the caller forgets it and the finish reads the bytes again.
 */
export interface RunningDigest {
  readonly position: number
  update(chunk: Uint8Array): void
  /** The state as it is now, unaffected by later updates. */
  copy(): RunningDigest
  digest(): Buffer
}

export const createRunningDigest = (): RunningDigest => running(createHash('sha256'), 0)

function running(hash: Hash, start: number): RunningDigest {
  let position = start
  return {
    get position() {
      return position
    },
    update(chunk) {
      hash.update(chunk)
      position += chunk.byteLength
    },
    copy: () => running(hash.copy(), position),
    digest: () => hash.copy().digest(),
  }
}
