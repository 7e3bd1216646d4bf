import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Blobs, SyncError } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { atEnd } from './cleanup.ts'

/** A storage that takes bytes and cannot make them durable, for as long as `isBroken` says so. */
export async function blobsThatCannotSync(isBroken: () => boolean): Promise<Blobs> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-sync-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const disk = diskBlobs(folder)
  const requireWorking = (): void => {
    if (isBroken()) throw new SyncError(Object.assign(new Error('i/o error'), { code: 'EIO' }))
  }
  return {
    ...disk,
    async openWriter(blob, start) {
      const writer = await disk.openWriter(blob, start)
      return {
        get position() {
          return writer.position
        },
        write: writer.write,
        truncate: writer.truncate,
        close: writer.close,
        async sync(extent) {
          requireWorking()
          return writer.sync(extent)
        },
        async finalise() {
          requireWorking()
          return writer.finalise()
        },
      }
    },
  }
}
