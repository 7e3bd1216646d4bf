import { randomBytes } from 'node:crypto'
import { type BlobReceipt, type DirectTransfer, partUrlSeconds } from '../blobs.ts'
import { guarded, storageError } from '../storage-errors.ts'
import type { Names } from './listing.ts'
import type { StoredPart } from './multipart.ts'
import type { ObjectStore } from './object-store.ts'
import type { Presigning } from './presigning.ts'
import { type DirectSegment, isDirect, partBytesAt, readReceipt, type Segment, toReceipt } from './receipt.ts'

/**
 * A multipart upload whose parts clients send. It is a separate segment, the first of its blob: if a client later sends
 * bytes through the hub, they go to another segment after the counted parts. The store decides what counts, never a
 * client.
 */

export interface DirectTransferOptions {
  readonly store: ObjectStore
  readonly signed: Presigning
  readonly names: Names
  readonly partBytes: number
}

/** The number of addresses in one answer. */
const urlsAtOnce = 100

export function directTransfer({ store, signed, names, partBytes }: DirectTransferOptions): DirectTransfer {
  return {
    begin: (key, fence) =>
      guarded(async () => {
        const name = `${String(fence).padStart(10, '0')}-${randomBytes(6).toString('hex')}`
        const id = await store.beginUpload(`${names.folder(key)}${name}`)
        const segment = { name, start: 0, bytes: 0, upload: { id, parts: [] }, direct: { partBytes } }
        return toReceipt({ isComplete: false, segments: [segment] })
      }),
    listUrls: ({ key, receipt }, { size, from }) =>
      guarded(async () => {
        const segment = openSegment(receipt)
        if (!segment) return undefined
        const object = `${names.folder(key)}${segment.name}`
        const last = Math.ceil(size / segment.direct.partBytes)
        const expiresAt = new Date(Date.now() + partUrlSeconds * 1000)
        const numbers = Array.from({ length: Math.max(0, Math.min(urlsAtOnce, last + 1 - from)) }, (_, at) => from + at)
        const parts = numbers.map(async (number) => {
          const bytes = partBytesAt(segment.direct, number, size)
          const part = { uploadId: segment.upload.id, number, bytes }
          return { number, bytes, url: await signed.writePart(object, part, partUrlSeconds), expiresAt }
        })
        return { partBytes: segment.direct.partBytes, parts: await Promise.all(parts) }
      }),
    collect: ({ key, receipt }, size) =>
      guarded(async () => {
        const segment = openSegment(receipt)
        if (!segment) return undefined
        const listed = await store.listParts(`${names.folder(key)}${segment.name}`, segment.upload.id)
        const stored = storedNumbers(segment, listed ?? [], size)
        const position = Math.min(countInOrder(stored) * segment.direct.partBytes, size)
        if (position < segment.bytes)
          throw storageError(new Error('parts that were counted are not in the object store'))
        return { position, receipt: withBytes(receipt, position), stored }
      }),
    isOpen: (receipt) => openSegment(receipt) !== undefined,
    wasUsed: (receipt) => readReceipt(receipt).segments.some(isDirect),
  }
}

/** Undefined once bytes came through the hub: parts that are sent directly would be before them. */
function openSegment(receipt: BlobReceipt): DirectSegment | undefined {
  const last = readReceipt(receipt).segments.at(-1)
  return last && isDirect(last) && last.upload ? { ...last, upload: last.upload } : undefined
}

/** A part of another length does not belong to this file. */
const storedNumbers = ({ direct }: DirectSegment, listed: readonly StoredPart[], size: number): ReadonlySet<number> =>
  new Set(listed.filter(({ number, bytes }) => bytes === partBytesAt(direct, number, size)).map(({ number }) => number))

function countInOrder(stored: ReadonlySet<number>): number {
  let count = 0
  while (stored.has(count + 1)) count += 1
  return count
}

function withBytes(receipt: BlobReceipt, bytes: number): BlobReceipt {
  const { segments } = readReceipt(receipt)
  return toReceipt({
    isComplete: false,
    segments: segments.map((segment): Segment => (isDirect(segment) ? { ...segment, bytes } : segment)),
  })
}
