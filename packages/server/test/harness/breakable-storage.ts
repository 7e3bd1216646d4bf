import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@spindle/contract'
import type { Blobs } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { atEnd } from './cleanup.ts'
import { startTestHub, type TestHub } from './hub.ts'

/**
 * A hub without a worker whose storage cannot be read while it is away, like an object store that cannot be reached.
 */
export async function startBreakableHub(): Promise<{ hub: TestHub; storage: { isAway: boolean } }> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-storage-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const storage = { isAway: false }
  const blobs = withoutReadsWhile(() => storage.isAway, diskBlobs(folder))
  return { hub: await startTestHub({ role: 'api', overrides: { blobs } }), storage }
}

const withoutReadsWhile = (isAway: () => boolean, disk: Blobs): Blobs => {
  const requireStorage = (): void => {
    if (isAway()) throw new AppError('storage_unavailable', { retryAfterSeconds: 5 })
  }
  return {
    ...disk,
    async read(blob, range) {
      requireStorage()
      return disk.read(blob, range)
    },
    async withLocalFile(blob, work) {
      requireStorage()
      return disk.withLocalFile(blob, work)
    },
    async withLocalFiles(blobs, work) {
      requireStorage()
      return disk.withLocalFiles(blobs, work)
    },
  }
}
