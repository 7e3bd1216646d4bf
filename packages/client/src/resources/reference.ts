import type { ReferenceList } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** What releases and uploads are checked against. */
export interface Rules {
  /** Every rule with its severity, fix and source. */
  list(options?: RequestOptions): ApiPromise<Result<'listRules'>>
}

/** Codes with English names: genres, languages, territories, roles. */
export interface Reference {
  /** Every code of one list. */
  list(list: ReferenceList, options?: RequestOptions): ApiPromise<Result<'listReference'>>
}

/** `client.rules`. */
export const rulesResource = (call: OperationCaller): Rules => operationMethods<Rules>(call, { list: 'listRules' })
/** `client.reference`. */
export const referenceResource = (call: OperationCaller): Reference =>
  operationMethods<Reference>(call, { list: 'listReference' })
