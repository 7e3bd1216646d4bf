import { NotFoundError, SpindleError, UploadError } from '../errors.ts'
import { isRetryable, retryDelayMs } from '../transport/retry.ts'
import { sleep } from '../transport/sleep.ts'
import type { UploadSource } from './source.ts'
import type { Tus } from './tus.ts'

/** Sends what the hub does not hold yet. What it acknowledged is never sent again; what it did not is never taken as sent. */

/** How far an upload is. */
export interface UploadProgress {
  readonly uploadId: string
  /** Bytes the hub holds. */
  readonly uploadedBytes: number
  /** Undefined for a stream without a stated size. */
  readonly totalBytes: number | undefined
  /** Since this call began; what was there before does not count. */
  readonly bytesPerSecond: number
}

/** A part did not arrive and is about to be sent again. */
export interface UploadRetry {
  readonly uploadId: string
  /** Failures in a row, without a byte of progress, this one included. */
  readonly attempt: number
  readonly maxRetries: number
  readonly delayMs: number
  readonly error: SpindleError
}

export interface PartsJob {
  readonly tus: Tus
  readonly source: UploadSource
  readonly uploadId: string
  readonly startOffset: number
  readonly partBytes: number
  readonly maxRetries: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly onRetry?: ((retry: UploadRetry) => void) | undefined
}

export async function sendParts(job: PartsJob): Promise<void> {
  const { source, uploadId } = job
  const report = createReporter(job)
  let offset = job.startOffset
  let failures = 0
  report(offset)
  for (let isOver = offset === source.size; !isOver; ) {
    try {
      const sent = await sendPart(job, offset)
      offset = sent.offset
      isOver = sent.isOver
      failures = 0
      report(offset)
    } catch (error) {
      if (!isWorthAnother(error) || failures >= job.maxRetries)
        throw uploadError(error, { uploadId, offset, isResumable: !(error instanceof NotFoundError) })
      const delayMs = retryDelayMs(failures, error.retryAfterSeconds) ?? 60_000
      job.onRetry?.({ uploadId, attempt: failures + 1, maxRetries: job.maxRetries, delayMs, error })
      await sleep(delayMs, job.signal)
      const durable = await askOffset(job, offset, error)
      failures = durable > offset ? 0 : failures + 1
      offset = durable
      isOver = offset === source.size
    }
  }
}

async function sendPart(
  { tus, source, uploadId, partBytes, timeoutMs, signal }: PartsJob,
  offset: number,
): Promise<{ readonly offset: number; readonly isOver: boolean }> {
  const wanted = Math.min(partBytes, (source.size ?? Number.POSITIVE_INFINITY) - offset)
  const bytes = await readPart(source, offset, wanted)
  const isLast = source.size === undefined ? bytes.byteLength < wanted : offset + bytes.byteLength === source.size
  const totalBytes = isLast && source.size === undefined ? offset + bytes.byteLength : undefined
  const acknowledged = await tus.append(uploadId, { offset, bytes, totalBytes }, { timeoutMs, signal })
  return { offset: acknowledged, isOver: isLast && acknowledged === offset + bytes.byteLength }
}

async function readPart(source: UploadSource, offset: number, wanted: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await source.read(offset, wanted)
  if (source.size !== undefined && bytes.byteLength !== wanted)
    throw new SpindleError(`The source ended at byte ${offset + bytes.byteLength} of ${source.size}`, {
      code: 'source_ended',
    })
  return bytes
}

async function askOffset(job: PartsJob, offset: number, reason: SpindleError): Promise<number> {
  const { tus, uploadId, signal, timeoutMs, maxRetries } = job
  try {
    return await tus.offset(uploadId, { signal, timeoutMs, maxRetries })
  } catch (error) {
    // The hub removes what has another digest than announced; that it is gone then would explain nothing.
    const isRejected = error instanceof NotFoundError && reason.code === 'checksum_mismatch'
    throw uploadError(isRejected ? reason : error, { uploadId, offset, isResumable: !(error instanceof NotFoundError) })
  }
}

const passingCodes = new Set(['upload_offset_mismatch', 'checksum_mismatch'])

const isWorthAnother = (error: unknown): error is SpindleError =>
  error instanceof SpindleError && (isRetryable(error) || passingCodes.has(error.code))

interface Stop {
  readonly uploadId: string
  readonly offset: number
  readonly isResumable: boolean
}

/** What is not an error of ours, above all the reason of an abort, stays what it is. */
function uploadError(error: unknown, stop: Stop): unknown {
  if (!(error instanceof SpindleError)) return error
  const { status, code, requestId, errors, retryAfterSeconds, headers, body } = error
  const facts = { status, code, requestId, errors, retryAfterSeconds, headers, body, cause: error }
  const what = stop.isResumable ? `stopped at byte ${stop.offset}; the same call goes on there` : 'is gone'
  return new UploadError(`Upload ${stop.uploadId} ${what}: ${error.message}`, { ...facts, ...stop })
}

function createReporter({ onProgress, uploadId, startOffset, source }: PartsJob): (offset: number) => void {
  const startedAtMs = Date.now()
  return (offset) => {
    const seconds = (Date.now() - startedAtMs) / 1000
    onProgress?.({
      uploadId,
      uploadedBytes: offset,
      totalBytes: source.size,
      bytesPerSecond: seconds > 0 ? (offset - startOffset) / seconds : 0,
    })
  }
}
