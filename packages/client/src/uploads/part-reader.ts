import { SpindleError, UploadError } from '../errors.ts'
import { computeSha256 } from './sha256.ts'
import type { UploadSource } from './upload-source.ts'

/**
 * Reads the parts that carry a checksum. A part of a `Blob` stays a slice, which `fetch` reads outside of this thread;
 * the checksum of the next one is computed while one is on its way.
 */

/** A part, ready to be sent. */
export interface HeldPart {
  /** What is sent. */
  readonly body: Uint8Array<ArrayBuffer> | Blob
  /** Its length. */
  readonly bytes: number
  /** SHA-256 of it. */
  readonly sha256: Uint8Array | undefined
}

/** Reads parts of one source. */
export interface PartReader {
  /** Up to `wanted` bytes; of a `Blob` at most twice as many, if their checksum is known already. */
  read(offset: number, wanted: number): Promise<HeldPart>
}

/** Reads each part when it is asked for, and the checksum of a slice one part ahead. */
export function partReader(source: UploadSource): PartReader {
  const { slice, size } = source
  if (slice === undefined || size === undefined) return bytesReader(source)
  let ahead: Slice | undefined
  const prepare = (offset: number, wanted: number): Slice => {
    const body = slice(offset, Math.min(wanted, size - offset))
    const sha256 = readable(digestBlob(body))
    // A part that is never sent must not cause an unhandled rejection.
    sha256.catch(() => {})
    return { offset, body, sha256 }
  }
  return {
    async read(offset, wanted) {
      const isAhead = ahead?.offset === offset && ahead.body.size <= 2 * wanted
      const part = isAhead && ahead ? ahead : prepare(offset, wanted)
      const sha256 = await part.sha256
      const end = offset + part.body.size
      ahead = end < size ? prepare(end, wanted) : undefined
      return { body: part.body, bytes: part.body.size, sha256 }
    },
  }
}

interface Slice {
  readonly offset: number
  readonly body: Blob
  readonly sha256: Promise<Uint8Array | undefined>
}

const bytesReader = (source: UploadSource): PartReader => ({
  async read(offset, wanted) {
    const body = await readPart(source, offset, wanted)
    return { body, bytes: body.byteLength, sha256: await computeSha256(body) }
  },
})

/** Exactly so many bytes. */
export async function readPart(source: UploadSource, offset: number, wanted: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readable(source.read(offset, wanted))
  if (source.size !== undefined && bytes.byteLength !== wanted)
    throw new SpindleError(`The source ended at byte ${offset + bytes.byteLength} of ${source.size}`, {
      code: 'source_ended',
    })
  return bytes
}

/** Browsers read and hash in threads of their own; the copy is gone when the digest is there. */
const digestBlob = async (blob: Blob): Promise<Uint8Array | undefined> =>
  computeSha256(new Uint8Array(await blob.arrayBuffer()))

/** `fetch` does not say that it failed because it could not read its body. */
export async function requireReadable(body: HeldPart['body']): Promise<void> {
  if (body instanceof Blob) await readable(body.slice(0, 1).arrayBuffer())
}

/**
 * A browser refuses to read a file that was changed or removed since it was chosen (File API, NotReadableError and
 * NotFoundError), in words that differ between browsers.
 */
export async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (cause) {
    const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
    if (name !== 'NotReadableError' && name !== 'NotFoundError') throw cause
    throw new UploadError('The file was changed, moved or removed after it was chosen', {
      code: 'source_changed',
      offset: 0,
      isResumable: false,
      cause,
    })
  }
}
