import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ObjectStore, objectStore } from '../../../platform/blobs/s3/object-store.ts'
import { payloadOf } from '../../../platform/blobs/s3/payload.ts'
import { ifAllowed, OperatorNeeded } from './failures.ts'
import { byName, type ListedFile, type OpenTransport, segmentsOf, type WalkedEntry } from './transport.ts'

/**
 * A prefix of a bucket. Nothing there can be renamed, and nothing has to be: an object appears whole or not at all. The
 * SDK is loaded with the first request.
 */

export interface S3Place {
  readonly bucket: string
  /** In front of every name; empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  /** Absent: Amazon's own. */
  readonly endpoint?: string
  readonly accessKeyId: string
}

export interface S3Parts {
  readonly partBytes?: number
}

const usualPartBytes = 8 * 1024 * 1024

export function s3Transport(
  { bucket, prefix, region, endpoint, accessKeyId }: S3Place,
  secretAccessKey: string,
  { partBytes = usualPartBytes }: S3Parts = {},
): OpenTransport {
  const store = objectStore({ bucket, region, endpoint, credentials: { accessKeyId, secretAccessKey } })
  const keyOf = (path: string): string => `${prefix}${segmentsOf(path).join('/')}`
  const folderOf = (path: string): string => (segmentsOf(path).length > 0 ? `${keyOf(path)}/` : prefix)
  return {
    filesAtOnce: 1,
    greet: async () => {
      await toldOfBucket(() => store.checkBucket())
      return `bucket ${bucket}`
    },
    stat: (path) => told(() => ifLookingIsAllowed(() => sizeOf(store, keyOf(path)))),
    list: (path) => told(() => ifLookingIsAllowed(async () => listFolder(store, folderOf(path)))),
    walk: (path, isSkipped) => walkFolder(store, folderOf(path), isSkipped),
    open: (path, signal) =>
      told(async () => {
        const body = await store.get(keyOf(path))
        if (!body) throw new Error('it does not exist')
        return addAbortSignal(signal, body)
      }),
    mkdirs: async (path) => void segmentsOf(path),
    putStream: (path, content, signal) =>
      told(async () => put(store, keyOf(path), { content: addAbortSignal(signal, content), partBytes })),
    rename: undefined,
    read: (path, maxBytes) => told(async () => read(store, keyOf(path), maxBytes)),
    remove: (path) =>
      told(async () => {
        await endUploads(store, keyOf(path))
        if (segmentsOf(path).length > 0) await store.remove(keyOf(path))
        for await (const { name } of store.list(folderOf(path))) await store.remove(name)
      }),
    close: () => store.close(),
  }
}

/** A key may be for writing only. */
class LookForbidden extends Error {
  readonly code = 'EACCES'
}

async function ifLookingIsAllowed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { readonly name?: string }).name !== 'AccessDenied') throw error
    throw new LookForbidden('the object store does not allow the key to look', { cause: error })
  }
}

/** The refusal of HEAD has no body. A list is refused with the reason: a wrong key, or one that may not look. */
async function sizeOf(store: ObjectStore, key: string): Promise<number | undefined> {
  try {
    return await store.head(key)
  } catch (error) {
    if ((error as { readonly $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 403) throw error
    for await (const { name, bytes } of store.list(key)) if (name === key) return bytes
    return undefined
  }
}

const namesOfFull: ReadonlySet<unknown> = new Set(['QuotaExceeded', 'XMinioStorageFull'])
const namesOfElsewhere: ReadonlySet<unknown> = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed'])

/** Answers that only the operator can change. A question about one object is refused without a word: 403. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, $metadata } = error as { readonly name?: string; readonly $metadata?: { httpStatusCode?: number } }
    const status = $metadata?.httpStatusCode
    if (namesOfFull.has(name)) throw error
    if (status === 401 || status === 403)
      throw new OperatorNeeded(`the object store refused the access key or its permissions (${name})`)
    if (name === 'NoSuchBucket') throw new OperatorNeeded('the bucket does not exist')
    if (status === 301 || namesOfElsewhere.has(name))
      throw new OperatorNeeded('the bucket is in another region, or at another endpoint')
    // An answer to HEAD has no body, so the library knows no name.
    if (status !== undefined && name === 'Unknown')
      throw new Error(`the object store answered ${status} without a reason`, { cause: error })
    throw error
  }
}

/** A bucket is asked for by HEAD: its status is all that it answers. */
async function toldOfBucket(work: () => Promise<unknown>): Promise<void> {
  try {
    await told(work)
  } catch (error) {
    if ((error as { readonly $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404)
      throw new OperatorNeeded('the bucket does not exist')
    throw error
  }
}

async function listFolder(store: ObjectStore, folder: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for await (const { name: key, bytes, modifiedAt } of store.list(folder)) {
    const name = key.slice(folder.length)
    if (name !== '' && !name.includes('/')) files.push({ name, size: bytes, modifiedMs: modifiedAt.getTime() })
  }
  return files.sort(byName)
}

/** One list of all objects. Names with empty segments, and folder markers of some programs, are not files. */
async function* walkFolder(
  store: ObjectStore,
  folder: string,
  isSkipped: (folder: string) => boolean = () => false,
): AsyncGenerator<WalkedEntry> {
  try {
    for await (const { name: key, bytes, modifiedAt } of store.list(folder)) {
      const path = key.slice(folder.length)
      const steps = path.split('/')
      if (steps.includes('') || steps.slice(1).some((_, index) => isSkipped(steps.slice(0, index + 1).join('/'))))
        continue
      const isNamedLikeAWay = steps.some((step) => step === '.' || step === '..')
      yield { path, kind: isNamedLikeAWay ? 'other' : 'file', size: bytes, modifiedMs: modifiedAt.getTime() }
    }
  } catch (error) {
    await told(() => Promise.reject(error as Error))
  }
}

interface Content {
  readonly content: Readable
  readonly partBytes: number
}

async function put(store: ObjectStore, key: string, { content, partBytes }: Content): Promise<void> {
  // Of a hub that was killed while it wrote this object: nothing else would abort it.
  await endUploads(store, key)
  let upload: string | undefined
  const parts: { number: number; etag: string }[] = []
  let total = 0
  try {
    for await (const { bytes, isLast } of inParts(content, partBytes)) {
      total += bytes.length
      if (isLast && upload === undefined) return await store.put(key, payloadOf(bytes))
      upload ??= await store.beginUpload(key)
      const number = parts.length + 1
      parts.push({ number, etag: await store.putPart({ name: key, uploadId: upload, number }, payloadOf(bytes)) })
    }
    if (upload !== undefined) await complete(store, key, { upload, parts, total })
  } catch (error) {
    if (upload !== undefined) await store.abortUpload(key, upload).catch(() => {})
    throw error
  } finally {
    content.destroy()
  }
}

interface Finished {
  readonly upload: string
  readonly parts: readonly { number: number; etag: string }[]
  readonly total: number
}

/** When the answer is lost, the second request finds no upload any more: the object decides. */
async function complete(store: ObjectStore, key: string, { upload, parts, total }: Finished): Promise<void> {
  try {
    await store.completeUpload(key, upload, parts)
  } catch (error) {
    if ((await store.head(key)) !== total) throw error
  }
}

async function endUploads(store: ObjectStore, key: string): Promise<void> {
  await ifAllowed(() =>
    ifLookingIsAllowed(async () => {
      for await (const { name, id } of store.listUploads(key))
        if (name === key || name.startsWith(`${key}/`)) await store.abortUpload(name, id)
    }),
  )
}

/** Parts of one size, as some stores want them, and the rest. */
async function* inParts(
  content: Readable,
  partBytes: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    held.push(chunk)
    bytes += chunk.length
    while (bytes > partBytes) {
      const all = Buffer.concat(held)
      yield { bytes: all.subarray(0, partBytes), isLast: false }
      held = [all.subarray(partBytes)]
      bytes -= partBytes
    }
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

async function read(store: ObjectStore, key: string, maxBytes: number): Promise<Buffer> {
  const size = await store.head(key)
  if (size === undefined) throw new Error('it does not exist')
  if (size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  if (size === 0) return Buffer.alloc(0)
  // As many as were found: the object may be another one by now.
  const body = await store.get(key, { start: 0, end: size - 1 })
  if (!body) throw new Error('it does not exist')
  return buffer(body)
}
