import type { IncomingMessage } from 'node:http'
import { AppError, limits } from '@spindle/contract'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { decrypt, deriveKeys, encrypt, type Keys } from '../../platform/secrets/encryption.ts'
import { canonicalJson } from '../../platform/values/canonical-json.ts'
import { sha256 } from '../../platform/values/sha256.ts'
import type { AccountPrincipal } from '../principal.ts'
import { isRepeated } from '../requests/repeated-header.ts'
import type { RenderedResponse } from '../responses/handler-response.ts'
import { findRecord, insertRecord, tryLockKey } from './record-queries.ts'

/**
 * A write with an `Idempotency-Key` happens once. The record commits in the same transaction as the effect; while it
 * runs an advisory lock of that transaction makes a second request answer 409; errors are never stored. A record
 * belongs to the account and to the credential that made it, holds at most 64 KiB, and never a secret that is shown
 * once.
 */

export interface IdempotentRequest {
  readonly operation: string
  readonly key: string
  /** Left out where every credential of the account may be answered the same (the id of an upload). */
  readonly principal?: AccountPrincipal | undefined
  /** The whole content of the request: path parameters, query and body. */
  readonly content: unknown
  /** The answer holds a secret that is shown once. */
  readonly showsSecret?: boolean | undefined
  /** Renders an answer that is too long to be kept; undefined when it cannot be rendered again. */
  readonly renderAgain?: ((stored: StoredAnswer) => Promise<RenderedResponse>) | undefined
}

/** What is kept of an answer. */
export type StoredAnswer = Pick<RenderedResponse, 'status' | 'headers'> & {
  readonly body?: string | undefined
  /** Why the body is missing. */
  readonly omitted?: 'secret' | 'length'
}

export interface Idempotency {
  run(
    trx: TenantTransaction,
    request: IdempotentRequest,
    work: () => Promise<RenderedResponse>,
  ): Promise<RenderedResponse>
}

const maxStoredBytes = 65_536

export interface IdempotencyOptions {
  readonly secrets: Keys
  /** Whether answers are kept, or rendered again where that is possible. */
  readonly diskReserve: Pick<DiskReserve, 'hasRoom'>
}

export function idempotentRequests({ secrets, diskReserve }: IdempotencyOptions): Idempotency {
  return {
    async run(trx, request, work) {
      const keySha256 = sha256(`${request.principal ? principalScope(request.principal) : ''}\0${request.key}`)
      // Without the client's key the stored answer stays closed.
      const encryptionKeys = deriveKeys(secrets, 'idempotency', request.key)
      if (!(await tryLockKey(trx, request.operation, keySha256))) {
        throw new AppError('idempotency_in_progress', { retryAfterSeconds: 1 })
      }
      const fingerprint = sha256(canonicalJson(request.content))
      const earlier = await findRecord(trx, request.operation, keySha256)
      if (earlier) {
        if (!earlier.fingerprint.equals(fingerprint))
          throw new AppError('idempotency_mismatch', {
            detail: 'This Idempotency-Key was used with a different request. Use a new key for each new request.',
          })
        return replay(JSON.parse(decrypt(encryptionKeys, earlier.answer)) as StoredAnswer, request)
      }
      const answer = await work()
      const maxBytes = (await diskReserve.hasRoom()) ? maxStoredBytes : 0
      const stored = toStored(answer, request, maxBytes)
      if (stored)
        await insertRecord(trx, request.operation, keySha256, {
          fingerprint,
          status: answer.status,
          answer: encrypt(encryptionKeys, JSON.stringify(stored)),
        })
      return answer
    },
  }
}

/** A narrower token of the same client is another caller. */
function principalScope(principal: AccountPrincipal): string {
  if (principal.kind === 'user') return `user ${principal.id} ${principal.role}`
  if (principal.kind === 'apiKey') return `apiKey ${principal.id}`
  return `client ${principal.id} ${[...principal.scopes].sort().join(' ')} ${[...principal.grantable].sort().join(' ')}`
}

/**
 * Undefined for a long answer that cannot be rendered again: one that does not describe stored state (findings), so
 * that asking again has no second effect.
 */
function toStored(
  { status, headers, body }: RenderedResponse,
  request: IdempotentRequest,
  maxBytes: number,
): StoredAnswer | undefined {
  if (request.showsSecret) return { status, headers, omitted: 'secret' }
  const bytes = Buffer.byteLength(body ?? '')
  if (bytes <= maxBytes) return { status, headers, body }
  if (request.renderAgain !== undefined) return { status, headers, omitted: 'length' }
  return bytes <= maxStoredBytes ? { status, headers, body } : undefined
}

async function replay(stored: StoredAnswer, { renderAgain }: IdempotentRequest): Promise<RenderedResponse> {
  const { status, headers, body, omitted } = stored
  if (omitted === 'secret')
    throw new AppError('secret_shown_once', { extensions: { id: headers.location?.split('/').at(-1) ?? null } })
  const again = omitted === 'length' ? await renderAgain?.(stored) : { status, headers, body }
  if (!again) throw new Error('The answer of a repeated request cannot be rendered')
  return { ...again, status, headers: { ...headers, ...again.headers, 'Idempotency-Replayed': 'true' } }
}

/** Reads the header; quotes of the structured-field form are not part of the key. */
export function parseIdempotencyKey(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const value = Array.isArray(header) || isRepeated(request, 'idempotency-key') ? undefined : header.trim()
  const key = value !== undefined && /^".*"$/.test(value) && value.length >= 2 ? value.slice(1, -1) : value
  if (key !== undefined && key.length >= 1 && key.length <= limits.maxIdempotencyKeyLength) return key
  throw new AppError('invalid_request', {
    errors: [
      {
        pointer: 'Idempotency-Key',
        code: 'invalid_header',
        detail: `The Idempotency-Key must be one string of 1 to ${limits.maxIdempotencyKeyLength} characters and be sent only once.`,
        fix: 'Send one key, such as a UUID.',
      },
    ],
  })
}
