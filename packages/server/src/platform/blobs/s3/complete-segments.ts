import type { StoredPart } from './multipart.ts'
import type { ObjectStore } from './object-store.ts'
import { type DirectParts, type PartsUpload, partBytesAt, type Segment } from './receipt.ts'
import { errorName } from './requests.ts'

/**
 * Makes objects of multipart uploads. One that another process began may have parts beyond the committed ones: all are
 * named, because some stores refuse to leave one out, and the receipt states how many bytes count. If answers were lost
 * or another process was first, the object itself decides.
 */
export async function completeSegments(
  store: ObjectStore,
  folder: string,
  segments: readonly Segment[],
  /** The object that this process made alone: no other process added parts. */
  ownName?: string,
): Promise<Segment[]> {
  const completed: Segment[] = []
  for (const { upload, ...segment } of segments) {
    if (upload)
      await complete(store, `${folder}${segment.name}`, {
        upload,
        direct: segment.direct,
        bytes: segment.bytes,
        isOwn: segment.name === ownName,
      })
    completed.push(segment)
  }
  return completed
}

const attempts = 5

interface Unfinished {
  readonly upload: PartsUpload
  readonly direct: DirectParts | undefined
  readonly bytes: number
  readonly isOwn: boolean
}

async function complete(store: ObjectStore, name: string, unfinished: Unfinished): Promise<void> {
  const { bytes, isOwn } = unfinished
  for (let attempt = 1; ; attempt++) {
    const error = await tryComplete(store, name, unfinished, isOwn && attempt === 1)
    const stored = await store.head(name)
    if (stored !== undefined && stored >= bytes) return
    // A late part of another process arrived between listing and completing.
    if (errorName(error) !== 'InvalidPart' || attempt === attempts)
      throw error ?? new Error(`the object store completed an object of ${stored ?? 0} bytes in place of ${bytes}`)
  }
}

async function tryComplete(
  store: ObjectStore,
  name: string,
  { upload: { id, parts }, direct, bytes }: Unfinished,
  isKnown: boolean,
): Promise<Error | undefined> {
  const listed = isKnown
    ? parts.map(([etag, partBytes], index) => ({ number: index + 1, etag, bytes: partBytes }))
    : await store.listParts(name, id)
  if (!listed) return undefined
  if (direct) requireParts(listed, direct, bytes)
  else requireCommitted(listed, parts)
  try {
    await store.completeUpload(name, id, listed)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function requireCommitted(listed: readonly StoredPart[], committed: PartsUpload['parts']): void {
  for (const [index, [etag, bytes]] of committed.entries()) {
    const part = listed[index]
    if (part?.number !== index + 1 || part.etag !== etag || part.bytes !== bytes)
      throw new Error(`part ${index + 1} in the object store is not the one that was committed`)
  }
}

/** A client may send a part twice, with different bytes. Only the digest of the whole file detects that. */
function requireParts(listed: readonly StoredPart[], direct: DirectParts, bytes: number): void {
  for (let number = 1; partBytesAt(direct, number, bytes) > 0; number++) {
    const part = listed[number - 1]
    if (part?.number !== number || part.bytes !== partBytesAt(direct, number, bytes))
      throw new Error(`part ${number} that a client sent to the object store is not there`)
  }
}
