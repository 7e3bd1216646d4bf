import type { BlobWriter } from '../../../platform/blobs/blobs.ts'
import type { UploadId } from '../model/upload-store.ts'
import type { RunningDigest } from './hash-state.ts'

/** What this process keeps of an upload between two of its requests, so that resuming costs nothing. */
export interface Session {
  readonly writer: BlobWriter
  /** The epoch the writer was opened or last continued with. */
  readonly epoch: number
  /** Undefined when the bytes so far were not all seen here. */
  readonly digest: RunningDigest | undefined
}

export interface Sessions {
  /** Hands the session over to the caller, who keeps it again or closes its writer. */
  take(id: UploadId): Session | undefined
  keep(id: UploadId, session: Session): void
  /** True when this process was the last to write with this epoch. */
  has(id: UploadId, epoch: number): boolean
  close(): Promise<void>
}

interface Kept {
  readonly session: Session
  readonly timer: NodeJS.Timeout
}

/** A session is a file handle and a hash: a few hundred are nothing, thousands would exhaust the handles. */
const maxSessions = 512
const maxIdleMs = 30 * 60_000

export function createSessions(onCloseFailed: (error: unknown) => void): Sessions {
  const kept = new Map<UploadId, Kept>()
  const take = (id: UploadId): Session | undefined => {
    const found = kept.get(id)
    clearTimeout(found?.timer)
    kept.delete(id)
    return found?.session
  }
  const drop = async (id: UploadId): Promise<void> => {
    await take(id)?.writer.close().catch(onCloseFailed)
  }
  return {
    take,
    keep(id, session) {
      kept.set(id, { session, timer: setTimeout(() => void drop(id), maxIdleMs).unref() })
      const [oldest] = kept.keys()
      if (kept.size > maxSessions && oldest !== undefined) void drop(oldest)
    },
    has: (id, epoch) => kept.get(id)?.session.epoch === epoch,
    close: async () => {
      await Promise.all([...kept.keys()].map(drop))
    },
  }
}
