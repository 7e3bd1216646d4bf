/**
 * Files by name in the storage of uploads, beside the blobs and unknown to their sweeper. A name is given once, and
 * what it names never changes. Names are segments of letters, digits and `-._=%`, joined by slashes.
 */
export interface Objects {
  /** Resolves when the bytes are durable. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The same with the bytes of a local file. */
  putFile(name: string, file: string): Promise<void>
  /** Copies the bytes into a new local file; false when there is nothing of this name. */
  fetch(name: string, file: string): Promise<boolean>
  /** Names that begin so, in no order. */
  list(prefix: string): AsyncIterable<string>
  /** Removing nothing is not an error. */
  remove(name: string): Promise<void>
  /** Gives back what the driver holds. After it nothing else is called. */
  close(): Promise<void>
}
