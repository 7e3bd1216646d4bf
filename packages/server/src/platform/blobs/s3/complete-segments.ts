import type { StoredPart } from './multipart.ts'
import type { ObjectStore } from './object-store.ts'
import type { PartsUpload, Segment } from './receipt.ts'
import { errorName } from './requests.ts'

/**
 * Makes objects of multipart uploads. One that another process began may hold parts beyond the committed ones: all are
 * named, because some stores refuse to leave one out, and the receipt says how many bytes count. Whatever the answers
 * were, and whoever was quicker: the object decides.
 */
export async function completeSegments(
  store: ObjectStore,
  folder: string,
  segments: readonly Segment[],
  /** The object this process made alone: nobody else added parts. */
  ownName?: string,
): Promise<Segment[]> {
  const completed: Segment[] = []
  for (const { upload, ...segment } of segments) {
    if (upload)
      await complete(store, `${folder}${segment.name}`, {
        upload,
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
  readonly bytes: number
  readonly isOwn: boolean
}

async function complete(store: ObjectStore, name: string, { upload, bytes, isOwn }: Unfinished): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const error = await tryComplete(store, name, upload, isOwn && attempt === 1)
    const stored = await store.head(name)
    if (stored !== undefined && stored >= bytes) return
    // Somebody else's late part came between the list and its use.
    if (errorName(error) !== 'InvalidPart' || attempt === attempts)
      throw error ?? new Error(`the object store completed an object of ${stored ?? 0} bytes in place of ${bytes}`)
  }
}

async function tryComplete(
  store: ObjectStore,
  name: string,
  { id, parts }: PartsUpload,
  isKnown: boolean,
): Promise<Error | undefined> {
  const listed = isKnown
    ? parts.map(([etag, bytes], index) => ({ number: index + 1, etag, bytes }))
    : await store.listParts(name, id)
  if (!listed) return undefined
  requireCommitted(listed, parts)
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
