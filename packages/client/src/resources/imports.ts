import type { Import, NewImport } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { mediaHeaders } from './media-headers.ts'

type ListQuery = Omit<Query<'listImports'>, 'cursor'>

/** Messages of DDEX ERN that become drafts. */
export interface Imports {
  /** Submits a message with the uploads of its files. The hub reads it a little later: `get` returns the result. */
  create(body: NewImport, options?: RequestOptions): ApiPromise<Import>
  /** Imports, newest first. */
  list(query?: ListQuery, options?: RequestOptions): List<Result<'listImports'>>
  /** One import with its report. */
  get(importId: string, options?: RequestOptions): ApiPromise<Import>
  /** The XML as it was handed in, byte for byte, for 30 days after its end. Not read yet; the caller reads or cancels it. */
  getMessage(importId: string, options?: RequestOptions): ApiPromise<Response>
  /** Waits until the message is read; throws `WaitError` when the time is over. */
  waitFor(importId: string, options?: WaitOptions): Promise<Import>
}

const ended: readonly Import['status'][] = [
  'created',
  'updated',
  'incomplete',
  'unchanged',
  'takedown_requested',
  'stale',
  'refused',
]

/** `client.imports`. */
export function importsResource(call: OperationCaller): Imports {
  const methods = operationMethods<Pick<Imports, 'create' | 'list' | 'get'>>(call, {
    create: 'createImport',
    list: 'listImports',
    get: 'getImport',
  })
  return {
    ...methods,
    getMessage: (importId, options) =>
      call.raw('getImportMessage', { params: { importId }, headers: mediaHeaders(undefined) }, options),
    waitFor: (importId, options = {}) =>
      waitUntil({
        what: `Import ${importId}`,
        read: () => methods.get(importId, { signal: options.signal }),
        targets: ended,
        deadEnds: [],
        options,
      }),
  }
}
