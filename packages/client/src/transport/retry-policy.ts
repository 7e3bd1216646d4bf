import { ConnectionError, ProxyError, type SpindleError } from '../errors.ts'

/** When a request is worth another attempt, and when to make it. */

const conflictsThatPass = new Set(['idempotency_in_progress', 'upload_busy'])
/** The operator must act first, or it is deliberately not offered. */
const refusalsThatStay = new Set(['integration_not_configured', 'not_implemented', 'storage_full'])

/** Whether the very same request may succeed a moment later. */
export function isRetryable(error: SpindleError): boolean {
  // A proxy that wants a password or forbids the address does so again.
  if (error instanceof ProxyError) return error.proxyStatus === undefined || error.proxyStatus >= 500
  if (error instanceof ConnectionError) return true
  const { status, code } = error
  if (status === undefined || refusalsThatStay.has(code)) return false
  return status === 408 || status === 429 || status >= 500 || (status === 409 && conflictsThatPass.has(code))
}

const baseMs = 250
const longestBackoffMs = 8_000
/** Who must wait longer than this should decide about it. */
const longestRetryAfterSeconds = 60

/** Exponential with full jitter above a floor, never earlier than `Retry-After`; undefined when that is too far away. */
export function retryDelayMs(attempt: number, retryAfterSeconds: number | undefined): number | undefined {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > longestRetryAfterSeconds) return undefined
  const ceilingMs = Math.min(longestBackoffMs, baseMs * 2 ** attempt)
  const backoffMs = ceilingMs / 4 + Math.random() * ceilingMs * 0.75
  return retryAfterSeconds === undefined ? backoffMs : retryAfterSeconds * 1000 + Math.random() * baseMs
}
