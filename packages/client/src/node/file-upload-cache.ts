import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadCache } from '../uploads/upload-cache.ts'
import { folderUnusable } from './file-errors.ts'

/** Remembers unfinished uploads in a folder, one small file each, so that the next process continues them. */
export function fileUploadCache(folder: string): UploadCache {
  // A digest, because fingerprints hold addresses and names that no file system need accept.
  const pathOf = (fingerprint: string): string =>
    join(folder, `${createHash('sha256').update(fingerprint).digest('hex').slice(0, 32)}.upload`)
  return {
    async get(fingerprint) {
      const text = await readFile(pathOf(fingerprint), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        return folderUnusable(folder, undefined, error)
      })
      return text.trim() === '' ? undefined : text.trim()
    },
    async set(fingerprint, uploadId) {
      const path = pathOf(fingerprint)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Never half a file, whenever the process dies.
        await writeFile(`${path}.${process.pid}`, uploadId, { mode: 0o600 })
        await rename(`${path}.${process.pid}`, path)
      } catch (error) {
        folderUnusable(folder, uploadId, error)
      }
    },
    delete: (fingerprint) => rm(pathOf(fingerprint), { force: true }),
  }
}
