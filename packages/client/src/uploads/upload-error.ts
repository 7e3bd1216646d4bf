import { SpindleError, UploadError } from '../errors.ts'
import { isRetryable } from '../transport/retry-policy.ts'

/** Where an upload stopped. */
export interface Stop {
  /** Which upload. */
  readonly uploadId: string
  /** Bytes the hub is known to hold. */
  readonly offset: number
  /** Whether the same call continues there. */
  readonly isResumable: boolean
}

/** What is not an error of ours, above all the reason of an abort, stays what it is. */
export function toUploadError(error: unknown, stop: Stop): unknown {
  if (!(error instanceof SpindleError)) return error
  const { status, code, requestId, errors, retryAfterSeconds, headers, body } = error
  const facts = { status, code, requestId, errors, retryAfterSeconds, headers, body, cause: error }
  // A file that was cut short is known by its own error.
  const isResumable = stop.isResumable && !(error instanceof UploadError && !error.isResumable)
  const what = isResumable ? `stopped at byte ${stop.offset}; repeat the call to resume` : 'ended'
  return new UploadError(`Upload ${stop.uploadId} ${what}: ${error.message}`, { ...facts, ...stop, isResumable })
}

const passingCodes = new Set(['upload_offset_mismatch', 'checksum_mismatch'])

/** Whether sending the part again may help. */
export const isPartRetryable = (error: SpindleError): boolean => isRetryable(error) || passingCodes.has(error.code)

/** A proxy on the way does not accept requests of this size; the hub itself says `upload_too_large`. */
export const isPartTooLarge = (error: SpindleError): boolean => error.code === 'http_413'
