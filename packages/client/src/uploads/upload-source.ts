/** Bytes to upload, read in parts. A stream is read once and forwards: it keeps only what is not acknowledged. */

/** What can be uploaded. */
export type UploadInput = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | UploadSource

/** Bytes with random access, or at least read forwards; `@spindle/client/node` makes one of a file. */
export interface UploadSource {
  /** Undefined when it is known only at the end. */
  readonly size: number | undefined
  /** Up to `length` bytes from `offset`; fewer only at the end. `offset` never decreases. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /** The same bytes as a `Blob`, unread. A source that has this, and a size, is sent without being copied into memory. */
  slice?(offset: number, length: number): Blob
  /**
   * The same `length` bytes as they are read, if reading again is possible. A source that has this, and a size, is
   * sent in few long requests: give it only if `fetch` streams bodies over HTTP/1.1 (browsers do not). The memory of
   * a chunk may be used again after `keptChunks` further ones.
   */
  stream?(offset: number, length: number): AsyncIterable<Uint8Array>
  /**
   * Called after the last byte: the SHA-256 of the whole in hexadecimal digits, which the hub must have found too.
   * Throws when the source is no longer what was sent.
   */
  sha256?(): Promise<string>
  /** Frees what it holds. */
  close?(): Promise<void>
}

/** A connection holds at most the chunk it sends and the one it requested; twice that, to be sure. */
export const keptChunks = 4

/** `size` is the length of a stream, if known. */
export function toUploadSource(input: UploadInput, size: number | undefined): UploadSource {
  if (input instanceof Blob) return blobSource(input)
  if (input instanceof ArrayBuffer) return bytesSource(new Uint8Array(input))
  if (ArrayBuffer.isView(input)) return bytesSource(new Uint8Array(input.buffer, input.byteOffset, input.byteLength))
  if (input instanceof ReadableStream) return streamSource(input, size)
  return input
}

const blobSource = (blob: Blob): UploadSource => ({
  size: blob.size,
  read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  slice: (offset, length) => blob.slice(offset, offset + length),
})

const bytesSource = (bytes: Uint8Array): UploadSource => ({
  size: bytes.byteLength,
  read: async (offset, length) => new Uint8Array(bytes.slice(offset, offset + length)),
})

function streamSource(stream: ReadableStream<Uint8Array>, size: number | undefined): UploadSource {
  const reader = stream.getReader()
  let held: Uint8Array[] = []
  let heldFrom = 0
  let heldBytes = 0
  let isOver = false
  const take = async (): Promise<void> => {
    const { done, value } = await reader.read()
    if (done) isOver = true
    else {
      held.push(value)
      heldBytes += value.byteLength
    }
  }
  const forgetBefore = async (offset: number): Promise<void> => {
    while (heldFrom < offset) {
      const first = held[0]
      if (!first && isOver) return
      if (!first) await take()
      else {
        const passed = Math.min(first.byteLength, offset - heldFrom)
        heldFrom += passed
        heldBytes -= passed
        held = passed === first.byteLength ? held.slice(1) : [first.subarray(passed), ...held.slice(1)]
      }
    }
  }
  return {
    size,
    async read(offset, length) {
      if (offset < heldFrom) throw new Error(`The stream has passed byte ${offset}`)
      await forgetBefore(offset)
      while (heldBytes < length && !isOver) await take()
      return joined(held, Math.min(length, heldBytes))
    },
    close: () => reader.cancel(),
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    if (at === length) break
    const part = chunk.subarray(0, length - at)
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
