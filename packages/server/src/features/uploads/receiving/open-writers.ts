import type { BlobWriter } from '../../../platform/blobs/blobs.ts'
import type { UploadId } from '../model/upload-queries.ts'
import type { HashState } from './hash-state.ts'

/** The state of an upload that this process keeps between two requests, so that resuming costs nothing. */
export interface OpenWriter {
  readonly writer: BlobWriter
  /** The epoch the writer was opened or last continued with. */
  readonly epoch: number
  /** Undefined if this process did not see all bytes so far. */
  readonly hash: HashState | undefined
}

export interface OpenWriters {
  /** Hands the writer over to the caller, who stores it again or closes it. */
  take(id: UploadId): OpenWriter | undefined
  keep(id: UploadId, open: OpenWriter): void
  /** True if this process was the last to write with this epoch. */
  has(id: UploadId, epoch: number): boolean
  close(): Promise<void>
}

interface Kept {
  readonly open: OpenWriter
  readonly timer: NodeJS.Timeout
}

/** An open writer is a file handle and a hash: a few hundred are fine, thousands would exhaust the handles. */
const maxOpenWriters = 512
const maxIdleMs = 30 * 60_000

export function openWriterCache(onCloseFailed: (error: unknown) => void): OpenWriters {
  const kept = new Map<UploadId, Kept>()
  const take = (id: UploadId): OpenWriter | undefined => {
    const found = kept.get(id)
    clearTimeout(found?.timer)
    kept.delete(id)
    return found?.open
  }
  const drop = async (id: UploadId): Promise<void> => {
    await take(id)?.writer.close().catch(onCloseFailed)
  }
  return {
    take,
    keep(id, open) {
      kept.set(id, { open, timer: setTimeout(() => void drop(id), maxIdleMs).unref() })
      const [oldest] = kept.keys()
      if (kept.size > maxOpenWriters && oldest !== undefined) void drop(oldest)
    },
    has: (id, epoch) => kept.get(id)?.open.epoch === epoch,
    close: async () => {
      await Promise.all([...kept.keys()].map(drop))
    },
  }
}
