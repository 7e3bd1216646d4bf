import type { ObjectStore } from './object-store.ts'
import type { PartsUpload } from './receipt.ts'
import type { Spool } from './temp-files.ts'

/**
 * One multipart upload of one writer. Its parts are sent several at a time, in any order; one that failed is sent again
 * with the same number and the same bytes, and never with others.
 */
export interface PartUploads {
  /** Bytes in all parts, sent or not. */
  readonly bytes: number
  readonly count: number
  /** Takes the spool over and begins to send it. */
  add(spool: Spool): void
  /** Resolves when the first `count` parts are stored; rejects when one could not be. */
  stored(count: number): Promise<PartsUpload | undefined>
  /** Forgets what was not sent. What was sent stays, for readers with a receipt that names it. */
  close(): Promise<void>
}

interface Part {
  readonly number: number
  readonly bytes: number
  readonly spool: Spool
  etag: string | undefined
  sending: Promise<void> | undefined
  /** Then it waits until it is requested again. */
  hasFailed: boolean
}

export interface PartUploadsOptions {
  readonly store: ObjectStore
  readonly name: string
  /** Whose bytes they are. */
  readonly owner: string | undefined
  /** How many parts may be on their way now. */
  readonly sentAtOnce: () => number
}

export function partUploads({ store, name, owner, sentAtOnce }: PartUploadsOptions): PartUploads {
  const parts: Part[] = []
  let uploadId: string | undefined
  let isClosed = false

  const begin = beginOnce(async () => {
    uploadId = await store.beginUpload(name)
    return uploadId
  })
  const sendNow = async (part: Part): Promise<void> => {
    const snapshot = part.spool.snapshot()
    try {
      part.etag = await store.putPart({ name, uploadId: await begin(), number: part.number, owner }, snapshot)
    } finally {
      await snapshot.release()
    }
    await part.spool.close()
  }
  const send = (part: Part): Promise<void> => {
    part.hasFailed = false
    part.sending ??= sendNow(part)
      .catch((error: unknown) => {
        part.hasFailed = true
        throw error
      })
      .finally(() => {
        part.sending = undefined
        sendNext()
      })
    return part.sending
  }
  const isWaiting = (part: Part): boolean => part.etag === undefined
  function sendNext(): void {
    const next = parts.find((part) => isWaiting(part) && !part.sending && !part.hasFailed)
    if (isClosed || !next || parts.filter(({ sending }) => sending !== undefined).length >= sentAtOnce()) return
    // Code that awaits the part gets the failure.
    send(next).catch(() => {})
    sendNext()
  }
  return {
    get bytes() {
      return parts.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    get count() {
      return parts.length
    },
    add(spool) {
      const part = {
        number: parts.length + 1,
        bytes: spool.bytes,
        spool,
        etag: undefined,
        sending: undefined,
        hasFailed: false,
      }
      parts.push(part)
      sendNext()
    },
    async stored(count) {
      const wanted = parts.slice(0, Math.max(count, 0))
      for (const part of wanted) if (isWaiting(part)) await send(part)
      if (uploadId === undefined) return undefined
      return { id: uploadId, parts: wanted.map(({ etag = '', bytes }) => [etag, bytes] as const) }
    },
    async close() {
      isClosed = true
      await Promise.allSettled(parts.flatMap(({ sending }) => sending ?? []))
      await Promise.all(parts.map(({ spool }) => spool.close()))
    },
  }
}

/** One that failed may be tried again. */
function beginOnce(begin: () => Promise<string>): () => Promise<string> {
  let beginning: Promise<string> | undefined
  return () => {
    beginning ??= begin().catch((error: unknown) => {
      beginning = undefined
      throw error
    })
    return beginning
  }
}
