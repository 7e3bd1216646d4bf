import { lstat, rename, unlink, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../../files/durable-files.ts'
import type { BlobEntry, Blobs } from '../blobs.ts'
import { guarded, orAbsent } from '../storage-errors.ts'
import type { BlobFile, Layout } from './layout.ts'

/** Files in quarantine: renamed into a folder next to the stored ones, and back under the same name. */

async function* entries(files: AsyncIterable<BlobFile>): AsyncGenerator<BlobEntry> {
  for await (const { key, path } of files) {
    const file = await orAbsent(lstat(path))
    if (file) yield { key, modifiedAt: file.mtime }
  }
}

type Quarantine = Pick<Blobs, 'quarantine' | 'listQuarantined' | 'restoreQuarantined' | 'deleteQuarantined'>

/** Renames inside one file system, with both directories synced: a crash leaves the blob in one of the two places. */
export function diskQuarantine(layout: Layout): Quarantine {
  const move = async (from: string, to: string): Promise<void> => {
    await layout.makeParent(to)
    await orAbsent(rename(from, to))
    await syncDirectory(dirname(to))
    await syncDirectory(dirname(from))
  }
  return {
    quarantine: (key, at) =>
      guarded(async () => {
        for (const path of [
          layout.complete(key),
          ...(await layout.partialFiles(key)),
          ...(await layout.renditionFiles(key)),
        ]) {
          if (!(await orAbsent(lstat(path)))) continue
          await utimes(path, at, at)
          await move(path, layout.quarantinePath(path))
        }
      }),
    listQuarantined: () => entries(layout.quarantinedFiles()),
    restoreQuarantined: (key) =>
      guarded(async () => {
        for (const path of await layout.quarantinedFilesOf(key)) await move(path, layout.storedPath(path))
      }),
    deleteQuarantined: (key) =>
      guarded(async () => {
        for (const path of await layout.quarantinedFilesOf(key)) await orAbsent(unlink(path))
      }),
  }
}
