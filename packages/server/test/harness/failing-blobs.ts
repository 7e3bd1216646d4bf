import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Blobs, type BlobWriter, SyncError } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { atEnd } from './cleanup.ts'

/** A storage that accepts bytes but cannot make them durable while `isBroken` is true. */
export interface FailingBlobs extends Blobs {
  /** The number of open writers, neither finalised nor closed. */
  openWriterCount(): number
}

export async function blobsThatCannotSync(isBroken: () => boolean): Promise<FailingBlobs> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-sync-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const disk = diskBlobs(folder)
  const requireWorking = (): void => {
    if (isBroken()) throw new SyncError(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  }
  const opened = new Set<BlobWriter>()
  return {
    ...disk,
    openWriterCount: () => opened.size,
    async openWriter(blob, start) {
      const writer = await disk.openWriter(blob, start)
      opened.add(writer)
      return {
        get position() {
          return writer.position
        },
        write: writer.write,
        truncate: writer.truncate,
        async close() {
          opened.delete(writer)
          await writer.close()
        },
        async sync(extent) {
          requireWorking()
          return writer.sync(extent)
        },
        async finalise() {
          requireWorking()
          opened.delete(writer)
          return writer.finalise()
        },
      }
    },
  }
}
