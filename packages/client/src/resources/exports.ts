import type { Export } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { type AudioOptions, mediaHeaders } from './media-headers.ts'

type ListQuery = Omit<Query<'listExports'>, 'cursor'>

/** All that the account has, as one archive. Takes a token that may do everything in the account. */
export interface Exports {
  /** Starts an export; `waitFor` resolves when its archive is there. */
  create(options?: RequestOptions): ApiPromise<Export>
  /** Exports, newest first. */
  list(query?: ListQuery, options?: RequestOptions): List<Result<'listExports'>>
  /** One export: how far it is, and how large. */
  get(exportId: string, options?: RequestOptions): ApiPromise<Export>
  /** The archive (tar), or the part of it that `range` names: the bytes are the same each time. Read `response.body`. */
  download(exportId: string, options?: AudioOptions): ApiPromise<Response>
  /** Deletes the archive; the exported data stays. */
  delete(exportId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Waits until the archive can be downloaded; throws `WaitError` when it could not be made or the time is over. */
  waitFor(exportId: string, options?: WaitOptions): Promise<Export>
}

/** `client.exports`. */
export function exportsResource(call: OperationCaller): Exports {
  const methods = operationMethods<Omit<Exports, 'download' | 'waitFor'>>(call, {
    create: 'createExport',
    list: 'listExports',
    get: 'getExport',
    delete: 'deleteExport',
  })
  return {
    ...methods,
    download: (exportId, { range, ...options } = {}) =>
      call.raw('downloadExport', { params: { exportId }, headers: mediaHeaders(range) }, options),
    waitFor: (exportId, options = {}) =>
      waitUntil({
        what: `Export ${exportId}`,
        read: () => methods.get(exportId, { signal: options.signal }),
        targets: ['ready'],
        deadEnds: ['failed'],
        options,
      }),
  }
}
