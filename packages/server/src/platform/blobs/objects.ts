/**
 * Files by name in the storage of uploads, next to the blobs and ignored by their sweeper. A name is used once, and its
 * content never changes. Names are segments of letters, digits and `-._=%`, joined by slashes.
 */
export interface Objects {
  /** Resolves when the bytes are durable. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The same with the bytes of a local file. */
  putFile(name: string, file: string): Promise<void>
  /** Copies the bytes into a new local file; returns false if there is nothing of this name. */
  fetch(name: string, file: string): Promise<boolean>
  /** Names with this prefix, in any order. */
  list(prefix: string): AsyncIterable<string>
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>
  /** Releases what the driver holds. It is the last call. */
  close(): Promise<void>
}
