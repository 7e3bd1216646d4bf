import type { OperationCaller } from '../operations/call-operation.ts'
import type { Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** Where releases can go. */
export interface Outlets {
  /** Every outlet; a release that names none goes to all. */
  list(options?: RequestOptions): ApiPromise<Result<'listOutlets'>>
}

/** `client.outlets`. */
export const outletsResource = (call: OperationCaller): Outlets =>
  operationMethods<Outlets>(call, { list: 'listOutlets' })
