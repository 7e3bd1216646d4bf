import { createHash, type Hash } from 'node:crypto'

/**
 * The SHA-256 of the first `position` bytes of an upload, kept in memory from one request to the next. It cannot be
 * stored: node:crypto is three times as fast as any implementation with a storable state. After a restart, or if
 * another node continues, the bytes are read once more: of a large file by its job, of a small one by the finish. A
 * digest that is not at the offset of the upload is dropped.
 */
export interface HashState {
  readonly position: number
  update(chunk: Uint8Array): void
  /** The present state, unaffected by later updates. */
  copy(): HashState
  digest(): Buffer
}

export const sha256State = (): HashState => running(createHash('sha256'), 0)

function running(hash: Hash, start: number): HashState {
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
