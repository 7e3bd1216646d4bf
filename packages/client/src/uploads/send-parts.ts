import { NotFoundError, SpindleError } from '../errors.ts'
import { invalidAnswer } from '../transport/read-body.ts'
import { retryDelayMs } from '../transport/retry-policy.ts'
import { sleep } from '../transport/sleep.ts'
import { type PartReader, partReader, requireReadable } from './part-reader.ts'
import { type PartSizer, partSizer } from './part-size.ts'
import { requestStream } from './request-stream.ts'
import type { Tus } from './tus.ts'
import { isPartRetryable, isPartTooLarge, toUploadError } from './upload-error.ts'
import type { UploadSource } from './upload-source.ts'

/** Sends what the hub does not hold yet. What it acknowledged is never sent again; what it did not is never taken as sent. */

/** How far an upload is. */
export interface UploadProgress {
  /** Which upload. */
  readonly uploadId: string
  /** Bytes sent or stored; after a lost connection it falls back to what the hub holds. */
  readonly uploadedBytes: number
  /** Undefined for a stream without a stated size. */
  readonly totalBytes: number | undefined
  /** Since this call began; what was there before does not count. */
  readonly bytesPerSecond: number
}

/** A part did not arrive and is about to be sent again. */
export interface UploadRetry {
  /** Which upload. */
  readonly uploadId: string
  /** Failures in a row, without a byte of progress, this one included. */
  readonly attempt: number
  /** Failures in a row that are allowed. */
  readonly maxRetries: number
  /** Time until the next attempt. */
  readonly delayMs: number
  /** Why the part did not arrive. */
  readonly error: SpindleError
}

/** One upload whose bytes are to be sent. */
export interface PartsJob {
  /** Sends the requests. */
  readonly tus: Tus
  /** Where the bytes are read. */
  readonly source: UploadSource
  /** Which upload. */
  readonly uploadId: string
  /** Bytes the hub holds already. */
  readonly startOffset: number
  /** Undefined: as much as the connection carries in good time, streamed if the source supports it. */
  readonly partBytes: number | undefined
  /** Failures in a row that are allowed. */
  readonly maxRetries: number
  /** Limit of one request. */
  readonly timeoutMs: number
  /** Stops the upload. */
  readonly signal?: AbortSignal | undefined
  /** Called with sent bytes. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Called for attempts. */
  readonly onRetry?: ((retry: UploadRetry) => void) | undefined
  /** Awaited with the number of bytes before they are sent. */
  readonly throttle?: ((bytes: number) => Promise<void>) | undefined
}

const mebibyte = 1024 ** 2
/** Held in memory for their checksum. */
const heldParts = { firstBytes: mebibyte, leastBytes: mebibyte / 4, mostBytes: 8 * mebibyte, wantedMs: 1_000 }
/** Of a `Blob`: not held, but read once for the checksum. */
const slicedParts = { ...heldParts, mostBytes: 32 * mebibyte }
/**
 * Not held, and ended when the time has come: one request at full speed is the fastest, but a proxy on the way may keep
 * to itself what has not ended.
 */
const streamedParts = { firstBytes: Infinity, leastBytes: mebibyte, mostBytes: Infinity, wantedMs: 10_000 }

interface Sending extends PartsJob {
  readonly pace: PartSizer
  /** Set if parts are streamed. */
  readonly stream: UploadSource['stream']
  readonly parts: PartReader
  readonly report: Reporter
}

/** Sends until the hub has every byte; throws `UploadError` when it gives up. */
export async function sendParts(job: PartsJob): Promise<void> {
  const { source, uploadId } = job
  const sending = prepare(job)
  const { pace, report } = sending
  let offset = job.startOffset
  let furthest = offset
  let failures = 0
  report.at(offset)
  for (let isOver = offset === source.size; !isOver; ) {
    try {
      const sent = await sendPart(sending, offset)
      offset = sent.offset
      isOver = sent.isOver
      if (offset > furthest) failures = 0
    } catch (error) {
      if (!(error instanceof SpindleError)) throw error
      const isTooMuch = isPartTooLarge(error)
      const canShrink = pace.shrink(isTooMuch)
      const isWorth = isTooMuch ? canShrink : isPartRetryable(error)
      if (!isWorth || failures >= job.maxRetries)
        throw toUploadError(error, { uploadId, offset, isResumable: !(error instanceof NotFoundError) })
      await pause(job, failures, error)
      const durable = await askOffset(job, offset, error)
      failures = durable > furthest ? 0 : failures + 1
      offset = durable
      isOver = offset === source.size
    }
    furthest = Math.max(furthest, offset)
    report.at(offset)
  }
}

function prepare(job: PartsJob): Sending {
  const { source, partBytes } = job
  const stream = partBytes === undefined && source.size !== undefined ? source.stream : undefined
  const fixed = partBytes && { firstBytes: partBytes, leastBytes: partBytes, mostBytes: partBytes, wantedMs: 0 }
  const pace = partSizer(fixed || (stream ? streamedParts : source.slice ? slicedParts : heldParts))
  return { ...job, stream, pace, parts: partReader(source), report: progressReporter(job) }
}

async function pause(
  { uploadId, maxRetries, onRetry, signal }: PartsJob,
  failures: number,
  error: SpindleError,
): Promise<void> {
  const delayMs = retryDelayMs(failures, error.retryAfterSeconds) ?? 60_000
  onRetry?.({ uploadId, attempt: failures + 1, maxRetries, delayMs, error })
  await sleep(delayMs, signal)
}

interface Sent {
  readonly offset: number
  readonly isOver: boolean
}

async function sendPart(sending: Sending, offset: number): Promise<Sent> {
  const { source, pace, stream } = sending
  const wanted = pace.next((source.size ?? Number.POSITIVE_INFINITY) - offset)
  const startedAtMs = performance.now()
  const sent = await (stream
    ? sendStreamed(sending, offset, stream(offset, wanted))
    : sendHeld(sending, offset, wanted))
  pace.acknowledged(sent.offset - offset, performance.now() - startedAtMs)
  return sent
}

async function sendHeld(
  { tus, source, parts, uploadId, timeoutMs, signal, throttle }: Sending,
  offset: number,
  wanted: number,
): Promise<Sent> {
  const { body, bytes, sha256 } = await parts.read(offset, wanted)
  await throttle?.(bytes)
  const end = offset + bytes
  const isLast = source.size === undefined ? bytes < wanted : end === source.size
  const totalBytes = isLast && source.size === undefined ? end : undefined
  const sending = tus.append(uploadId, { offset, body, sha256, totalBytes }, { timeoutMs, signal })
  const acknowledged = await sending.catch(async (error: unknown) => {
    await requireReadable(body)
    throw error
  })
  return { offset: requireProgress(acknowledged, offset, end), isOver: isLast && acknowledged === end }
}

async function sendStreamed(
  { tus, source, uploadId, timeoutMs, signal, throttle, report, pace }: Sending,
  offset: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Sent> {
  let at = offset
  const body = requestStream(
    throttled(chunks, throttle),
    { maxMs: pace.wantedMs, copies: tus.mayKeepBodies },
    (count) => {
      at += count
      report.passing(at)
    },
  )
  try {
    const acknowledged = await tus.append(uploadId, { offset, body: body.stream }, { timeoutMs, signal })
    return { offset: requireProgress(acknowledged, offset, at), isOver: acknowledged === source.size }
  } catch (error) {
    throw body.failure ? body.failure.error : error
  }
}

async function* throttled(
  chunks: AsyncIterable<Uint8Array>,
  throttle: PartsJob['throttle'],
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    await throttle?.(chunk.byteLength)
    yield chunk
  }
}

/** The offset is between the start and the end of the part; no bytes are taken only of an empty part. */
function requireProgress(acknowledged: number, offset: number, end: number): number {
  if (acknowledged <= end && (acknowledged > offset || end === offset)) return acknowledged
  throw invalidAnswer(`that the upload is at byte ${acknowledged} after bytes ${offset} to ${end}`)
}

async function askOffset(job: PartsJob, offset: number, reason: SpindleError): Promise<number> {
  const { tus, uploadId, signal, timeoutMs, maxRetries } = job
  try {
    return await tus.offset(uploadId, { signal, timeoutMs, maxRetries })
  } catch (error) {
    // The hub removes what has another digest than announced; that it is gone then would explain nothing.
    const isRejected = error instanceof NotFoundError && reason.code === 'checksum_mismatch'
    throw toUploadError(isRejected ? reason : error, {
      uploadId,
      offset,
      isResumable: !(error instanceof NotFoundError),
    })
  }
}

/** Notifies the callback. */
export interface Reporter {
  /** So many bytes are there. */
  at(offset: number): void
  /** In the middle of a request: often enough to watch. */
  passing(offset: number): void
}

const reportEveryMs = 100

/** Reports how far an upload is, and how fast from now on. */
export function progressReporter({ onProgress, uploadId, startOffset, source }: PartsJob): Reporter {
  const startedAtMs = Date.now()
  let lastAtMs = 0
  const at = (offset: number): void => {
    lastAtMs = Date.now()
    const seconds = (lastAtMs - startedAtMs) / 1000
    const bytesPerSecond = seconds > 0 ? Math.max(0, offset - startOffset) / seconds : 0
    onProgress?.({ uploadId, uploadedBytes: offset, totalBytes: source.size, bytesPerSecond })
  }
  return {
    at,
    passing(offset) {
      if (Date.now() - lastAtMs >= reportEveryMs) at(offset)
    },
  }
}
