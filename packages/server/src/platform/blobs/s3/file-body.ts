import type { FileHandle } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { type BufferPool, bufferPool } from '../../files/buffer-pool.ts'

/**
 * The first bytes of a file as the body of a request. All bodies share a few buffers: a file stream allocates each
 * chunk, which only a full garbage collection frees, and these collections took more time than everything else in
 * sending.
 */
export const fileBody = (handle: FileHandle, bytes: number): Readable => new FileBody(handle, bytes, shared)

/** For all requests together; how much of a part is on its way from the file to the system. */
const shared = bufferPool({ bufferBytes: 128 * 1024, count: 32 })

/**
 * Can only be piped: with any other reader it is unknown when a buffer is free again. The handle stays open, to send it
 * again.
 */
class FileBody extends Readable {
  readonly #handle: FileHandle
  readonly #bytes: number
  readonly #pool: BufferPool

  constructor(handle: FileHandle, bytes: number, pool: BufferPool) {
    super()
    this.#handle = handle
    this.#bytes = bytes
    this.#pool = pool
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const request = destination as NodeJS.WritableStream as Writable
    this.#send(request).catch((error: unknown) =>
      request.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return destination
  }

  async #send(request: Writable): Promise<void> {
    for (let at = 0; at < this.#bytes; ) {
      const buffer = await this.#pool.wait()
      try {
        const { bytesRead } = await this.#handle.read(buffer, 0, Math.min(buffer.length, this.#bytes - at), at)
        if (bytesRead === 0) throw new Error(`a temporary file ended at byte ${at} of ${this.#bytes}`)
        if (!(await taken(request, buffer.subarray(0, bytesRead)))) return
        at += bytesRead
      } finally {
        this.#pool.give(buffer)
      }
    }
    request.end()
  }
}

/** Once this resolves the bytes are no longer in use; false if the request ended before it read them. */
function taken(request: Writable, bytes: Buffer): Promise<boolean> {
  if (request.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    // A request that ends before it has a connection never calls the callbacks of its writes.
    const onClose = (): void => resolve(false)
    request.once('close', onClose)
    request.write(bytes, (error) => {
      request.off('close', onClose)
      resolve(!error)
    })
  })
}
