import type { OperationCaller } from '../operations/call-operation.ts'
import type { Result } from '../operations/endpoints.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** Where releases can go. */
export interface Outlets {
  list(options?: RequestOptions): ApiPromise<Result<'listOutlets'>>
}

export const outletsResource = (call: OperationCaller): Outlets => ({
  list: (options) => call('listOutlets', {}, options),
})
