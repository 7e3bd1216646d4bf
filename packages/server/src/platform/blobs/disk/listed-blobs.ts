import { lstat } from 'node:fs/promises'
import type { BlobKey, ListedBlob } from '../blobs.ts'
import { orAbsent } from '../storage-errors.ts'
import type { Layout } from './layout.ts'

interface Found {
  readonly key: BlobKey
  modifiedAt: Date
  completeBytes: number | undefined
}

const toListed = ({ key, modifiedAt, completeBytes }: Found): ListedBlob => ({
  key,
  modifiedAt,
  isMultipart: false,
  completeBytes: () => completeBytes,
  hasReplaced: () => false,
})

/** Lists each blob once, however many files it has. */
export async function* listedBlobs(layout: Layout): AsyncGenerator<ListedBlob> {
  let found: Found | undefined
  for await (const { key, path } of layout.files()) {
    const file = await orAbsent(lstat(path))
    if (!file) continue
    if (found && found.key !== key) yield toListed(found)
    if (found?.key !== key) found = { key, modifiedAt: file.mtime, completeBytes: undefined }
    if (file.mtime > found.modifiedAt) found.modifiedAt = file.mtime
    if (path === layout.complete(key)) found.completeBytes = file.size
  }
  if (found) yield toListed(found)
}
