import type { Recording, RecordingsQuery } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** The query of `recordings.list`. */
export type RecordingListQuery = AllowUndefined<RecordingsQuery>

/** The audio that the account has delivered, each with its ISRC and the releases it is on. */
export interface Recordings {
  /** Items in the order of their ISRCs. */
  list(query?: RecordingListQuery, options?: RequestOptions): List<Result<'listRecordings'>>
  /** By its ISRC, in any format. */
  get(isrc: string, options?: RequestOptions): ApiPromise<Recording>
}

/** `client.recordings`. */
export const recordingsResource = (call: OperationCaller): Recordings =>
  operationMethods<Recordings>(call, { list: 'listRecordings', get: 'getRecording' })
