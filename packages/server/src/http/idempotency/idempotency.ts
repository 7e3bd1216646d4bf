import { AppError, limits } from '@spindle/contract'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { decrypt, deriveKey, encrypt } from '../../platform/encryption.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { RenderedResponse } from '../handler-response.ts'
import { findRecord, insertRecord, tryLockKey } from './store.ts'

/**
 * A write with an `Idempotency-Key` happens once. The record commits in the same transaction as the effect; while it
 * runs an advisory lock of that transaction makes a second request answer 409; errors are never stored.
 */

export interface IdempotentRequest {
  readonly operation: string
  readonly key: string
  /** Everything the request says: path parameters, query and body. */
  readonly content: unknown
}

export interface Idempotency {
  run(
    trx: TenantTransaction,
    request: IdempotentRequest,
    work: () => Promise<RenderedResponse>,
  ): Promise<RenderedResponse>
}

export function idempotentRequests(secret: Buffer): Idempotency {
  return {
    async run(trx, request, work) {
      const keySha256 = sha256(request.key)
      // Without the client's key the stored answer stays closed: it may hold a secret that is shown once.
      const sealingKey = deriveKey(secret, 'idempotency', request.key)
      if (!(await tryLockKey(trx, request.operation, keySha256))) {
        throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 })
      }
      const fingerprint = sha256(canonicalJson(request.content))
      const earlier = await findRecord(trx, request.operation, keySha256)
      if (earlier) {
        if (!earlier.fingerprint.equals(fingerprint))
          throw new AppError('idempotency_mismatch', {
            detail: 'This Idempotency-Key was used with another request. Send each new request with a key of its own.',
          })
        const answer = JSON.parse(decrypt(sealingKey, earlier.answer)) as RenderedResponse
        return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
      }
      const answer = await work()
      await insertRecord(trx, request.operation, keySha256, {
        fingerprint,
        status: answer.status,
        answer: encrypt(sealingKey, JSON.stringify(answer)),
      })
      return answer
    },
  }
}

/** Reads the header; quotes of the structured-field form are not part of the key. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const value = Array.isArray(header) ? undefined : header.trim()
  const key = value !== undefined && /^".*"$/.test(value) && value.length >= 2 ? value.slice(1, -1) : value
  if (key !== undefined && key.length >= 1 && key.length <= limits.maxIdempotencyKeyLength) return key
  throw new AppError('invalid_request', {
    errors: [
      {
        pointer: 'Idempotency-Key',
        code: 'invalid_header',
        detail: `The Idempotency-Key must be one string of 1 to ${limits.maxIdempotencyKeyLength} characters.`,
        fix: 'Send one UUID.',
      },
    ],
  })
}
