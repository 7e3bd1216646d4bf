import type { ObjectStore } from './object-store.ts'
import type { PartsUpload } from './receipt.ts'
import type { Spool } from './temp-files.ts'

/**
 * One multipart upload of one writer. Several parts are sent at a time, in any order; a failed one is sent again with
 * the same number and the same bytes, never with others.
 */
export interface PartUploads {
  /** Bytes in all parts, sent or not. */
  readonly bytes: number
  readonly count: number
  /** Takes ownership of the spool and begins to send it. */
  add(spool: Spool): void
  /** Resolves when the first `count` parts are stored; rejects if one could not be. */
  stored(count: number): Promise<PartsUpload | undefined>
  /** Drops what was not sent. What was sent stays, for readers with a receipt that names it. */
  close(): Promise<void>
}

interface Part {
  readonly number: number
  readonly bytes: number
  readonly spool: Spool
  etag: string | undefined
  sending: Promise<void> | undefined
  /** The part then waits until it is requested again. */
  hasFailed: boolean
}

export interface PartUploadsOptions {
  readonly store: ObjectStore
  readonly name: string
  /** The owner of the bytes. */
  readonly owner: string | undefined
  /** How many parts may be sent at a time now. */
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
    // The failure goes to the code that awaits the part.
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

/** A failed part may be tried again. */
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
