import type { ApiKey, CreatedApiKey, CurrentKey, KeyListQuery, KeyRotation, NewApiKey } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** API keys. Takes an access token, not an API key; `getCurrent` takes the key itself. */
export interface Keys {
  /** Makes a key; the answer is the only place where it appears. */
  create(body: NewApiKey, options?: RequestOptions): ApiPromise<CreatedApiKey>
  /** The API key in use: its account, what it may do, and its limits. */
  getCurrent(options?: RequestOptions): ApiPromise<CurrentKey>
  /** Keys, newest first, each shown by its hint. */
  list(query?: AllowUndefined<KeyListQuery>, options?: RequestOptions): List<Result<'listKeys'>>
  /** One key, without its secret part. */
  get(keyId: string, options?: RequestOptions): ApiPromise<ApiKey>
  /** Ends a key for good. */
  revoke(keyId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Makes a new key with the same permissions; the old one works for the overlap at most. */
  rotate(keyId: string, body: KeyRotation, options?: RequestOptions): ApiPromise<CreatedApiKey>
}

/** `client.keys`. */
export const keysResource = (call: OperationCaller): Keys =>
  operationMethods<Keys>(call, {
    create: 'createKey',
    getCurrent: 'getCurrentKey',
    list: 'listKeys',
    get: 'getKey',
    revoke: 'revokeKey',
    rotate: 'rotateKey',
  })
