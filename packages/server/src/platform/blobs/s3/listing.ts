import { isId } from '../../values/ids.ts'
import type { BlobEntry, BlobKey, BlobReceipt, BlobRef, Blobs, ListedBlob } from '../blobs.ts'
import { shardOf } from '../places.ts'
import { guarded, storageError } from '../storage-errors.ts'
import type { ObjectStore } from './object-store.ts'
import { payloadOf } from './payload.ts'
import { bytesOf, readReceipt, requireComplete, type Segment } from './receipt.ts'

/** The names in a storage, and the entries under them. */
export interface Names {
  /** The prefix of everything that belongs to one blob. Ends with a slash. */
  folder(key: BlobKey): string
  rendition(key: BlobKey, name: string): string
  /** Every blob. */
  readonly uploads: string
  readonly quarantine: string
  readonly mark: string
}

const renditionPrefix = 'rendition.'

export function namesBelow(prefix: string): Names {
  const uploads = `${prefix}uploads/`
  const folder = (key: BlobKey): string => `${uploads}${shardOf(key)}/${key}/`
  return {
    folder,
    rendition: (key, name) => `${folder(key)}${renditionPrefix}${name}`,
    uploads,
    quarantine: `${prefix}quarantine/`,
    mark: `${prefix}hub-id`,
  }
}

type Listing = Pick<
  Blobs,
  'list' | 'quarantine' | 'listQuarantined' | 'restoreQuarantined' | 'deleteQuarantined' | 'delete' | 'deleteReplaced'
>

/**
 * Quarantine is a marker next to the blob: moving its objects would mean copying every byte. A list shows such a blob
 * only among those with a marker.
 */
export function listing(store: ObjectStore, names: Names): Listing {
  const quarantined = async function* (): AsyncGenerator<BlobEntry> {
    for await (const { name } of store.list(names.quarantine)) {
      const [key = '', time = ''] = name.slice(names.quarantine.length).split('/')
      if (isId('upl', key)) yield { key, modifiedAt: new Date(Number(time)) }
    }
  }
  const deleteNotes = async (key: BlobKey): Promise<void> => deleteObjects(store, `${names.quarantine}${key}/`)
  const deleteBlob = async (key: BlobKey): Promise<void> => {
    for await (const { name, id } of store.listUploads(names.folder(key))) await store.abortUpload(name, id)
    await deleteObjects(store, names.folder(key))
  }
  const deleteReplaced = async ({ key, receipt }: BlobRef): Promise<void> => {
    const folder = names.folder(key)
    const isReplaced = beside(requireComplete(receipt))
    for await (const { name, id } of store.listUploads(folder))
      if (isReplaced(name.slice(folder.length))) await store.abortUpload(name, id)
    for await (const { name } of store.list(folder)) if (isReplaced(name.slice(folder.length))) await store.remove(name)
  }
  return {
    list: () => translated(listBlobs(store, names, quarantined())),
    listQuarantined: () => translated(quarantined()),
    delete: (key) => guarded(() => deleteBlob(key)),
    deleteReplaced: (blob) => guarded(() => deleteReplaced(blob)),
    quarantine: (key, at) =>
      guarded(async () => {
        if (await isEmpty(store, names.folder(key))) return
        await store.put(`${names.quarantine}${key}/${at.getTime()}`, payloadOf(Buffer.alloc(0)))
      }),
    restoreQuarantined: (key) => guarded(() => deleteNotes(key)),
    deleteQuarantined: (key) =>
      guarded(async () => {
        if (await isEmpty(store, `${names.quarantine}${key}/`)) return
        await deleteBlob(key)
        await deleteNotes(key)
      }),
  }
}

/** In the order of their names, each once; then those with an unfinished multipart upload. */
async function* listBlobs(
  store: ObjectStore,
  names: Names,
  quarantined: AsyncIterable<BlobEntry>,
): AsyncGenerator<ListedBlob> {
  const hidden = new Set<string>()
  for await (const { key } of quarantined) hidden.add(key)
  const placeOf = (path: string): { key: BlobKey; name: string } | undefined => {
    const [, key = '', name = ''] = path.slice(names.uploads.length).split('/')
    return isId('upl', key) && !hidden.has(key) ? { key, name } : undefined
  }
  let found: Found | undefined
  for await (const { name: path, bytes, modifiedAt } of store.list(names.uploads)) {
    const place = placeOf(path)
    if (!place) continue
    if (found && found.key !== place.key) yield toListed(found)
    if (found?.key !== place.key) found = { key: place.key, modifiedAt, sizes: new Map() }
    if (modifiedAt > found.modifiedAt) found.modifiedAt = modifiedAt
    found.sizes.set(place.name, bytes)
  }
  if (found) yield toListed(found)
  for await (const { name, begunAt } of store.listUploads(names.uploads)) {
    const key = placeOf(name)?.key
    if (key)
      yield { key, modifiedAt: begunAt, isMultipart: true, completeBytes: () => undefined, hasReplaced: () => true }
  }
}

interface Found {
  readonly key: BlobKey
  modifiedAt: Date
  /** The objects of the blob, by their names in its folder. */
  readonly sizes: Map<string, number>
}

const toListed = ({ key, modifiedAt, sizes }: Found): ListedBlob => ({
  key,
  modifiedAt,
  isMultipart: false,
  completeBytes(receipt: BlobReceipt) {
    const { isComplete, segments } = readReceipt(receipt)
    const isThere = isComplete && segments.every(({ name, bytes }) => (sizes.get(name) ?? -1) >= bytes)
    return isThere ? bytesOf(segments) : undefined
  },
  hasReplaced(receipt: BlobReceipt) {
    const { isComplete, segments } = readReceipt(receipt)
    return isComplete && [...sizes.keys()].some(beside(segments))
  },
})

/** Whether a name in the folder of a blob is neither one of these segments nor derived from the blob. */
function beside(segments: readonly Segment[]): (name: string) => boolean {
  const kept = new Set(segments.map(({ name }) => name))
  return (name) => !kept.has(name) && !name.startsWith(renditionPrefix)
}

async function isEmpty(store: ObjectStore, prefix: string): Promise<boolean> {
  for await (const _object of store.list(prefix)) return false
  for await (const _upload of store.listUploads(prefix)) return false
  return true
}

/** One by one: for a request with many names, some stores require a digest that the SDK does not send. */
async function deleteObjects(store: ObjectStore, prefix: string): Promise<void> {
  for await (const { name } of store.list(prefix)) await store.remove(name)
}

async function* translated<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw storageError(error)
  }
}
