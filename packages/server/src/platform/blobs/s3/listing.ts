import { isId } from '../../ids.ts'
import type { BlobEntry, BlobKey, Blobs } from '../blobs.ts'
import { guarded, storageError } from '../storage-errors.ts'
import type { ObjectStore } from './object-store.ts'
import { payloadOf } from './payload.ts'

/** The names of a storage, and what lies below them. */
export interface Names {
  /** Of everything that belongs to one blob. Ends with a slash. */
  folder(key: BlobKey): string
  rendition(key: BlobKey, name: string): string
  /** Every blob. */
  readonly uploads: string
  readonly quarantine: string
  readonly mark: string
}

// The end of an identifier is random, its beginning is time.
const shardOf = (key: BlobKey): string => key.slice(-2)

export function namesBelow(prefix: string): Names {
  const uploads = `${prefix}uploads/`
  const folder = (key: BlobKey): string => `${uploads}${shardOf(key)}/${key}/`
  return {
    folder,
    rendition: (key, name) => `${folder(key)}rendition.${name}`,
    uploads,
    quarantine: `${prefix}quarantine/`,
    mark: `${prefix}hub-id`,
  }
}

type Listing = Pick<
  Blobs,
  'list' | 'quarantine' | 'listQuarantined' | 'restoreQuarantined' | 'deleteQuarantined' | 'delete'
>

/**
 * Quarantine is a note beside the blob: moving its objects would mean to copy every byte. Whoever lists sees the blob
 * only among those that have the note.
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
  return {
    list: () => translated(listBlobs(store, names, quarantined())),
    listQuarantined: () => translated(quarantined()),
    delete: (key) => guarded(() => deleteBlob(key)),
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

/** In the order of their names, each once; then those of which there is only an unfinished multipart upload. */
async function* listBlobs(
  store: ObjectStore,
  names: Names,
  quarantined: AsyncIterable<BlobEntry>,
): AsyncGenerator<BlobEntry> {
  const hidden = new Set<string>()
  for await (const { key } of quarantined) hidden.add(key)
  const keyOf = (name: string): BlobKey | undefined => {
    const [, key = ''] = name.slice(names.uploads.length).split('/')
    return isId('upl', key) && !hidden.has(key) ? key : undefined
  }
  let last: { key: BlobKey; modifiedAt: Date } | undefined
  for await (const { name, modifiedAt } of store.list(names.uploads)) {
    const key = keyOf(name)
    if (!key) continue
    if (last && last.key !== key) yield last
    const isLater = last?.key !== key || modifiedAt > last.modifiedAt
    if (isLater) last = { key, modifiedAt }
  }
  if (last) yield last
  for await (const { name, begunAt } of store.listUploads(names.uploads)) {
    const key = keyOf(name)
    if (key) yield { key, modifiedAt: begunAt }
  }
}

async function isEmpty(store: ObjectStore, prefix: string): Promise<boolean> {
  for await (const _object of store.list(prefix)) return false
  for await (const _upload of store.listUploads(prefix)) return false
  return true
}

/** One by one: some stores want a digest with the request for many that the SDK does not send. */
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
