import type { PageQuery, Release } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** Deleted drafts, which can be restored until they expire. */
export interface Trash {
  /** Last deleted first. */
  list(query?: AllowUndefined<PageQuery>, options?: RequestOptions): List<Result<'listTrash'>>
  /** Restores a draft; throws `ConflictError` if another release has its externalId meanwhile. */
  restore(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** Erases a draft now; it cannot be restored. */
  erase(releaseId: string, options?: RequestOptions): ApiPromise<undefined>
}

/** `client.trash`. */
export const trashResource = (call: OperationCaller): Trash =>
  operationMethods<Trash>(call, { list: 'listTrash', restore: 'restoreRelease', erase: 'eraseTrashedRelease' })
