import type { ImportedReport, NewReport, ReportPreview, ReportToPreview, StoreReport } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

type PageQuery = Omit<Query<'listReports'>, 'cursor'>

/** Reports of stores with data of the account; their numbers are in `analytics`, with `kind: 'report'`. */
export interface Reports {
  /** Those that count, newest first. */
  list(query?: PageQuery, options?: RequestOptions): List<Result<'listReports'>>
  /**
   * Imports uploads of kind `report` as a whole or not at all. For the same bytes the first report is returned. Throws
   * `ConflictError` when a report of the source covers the same time: set `overlap`. A long report takes a while. Lines
   * that cannot be read refuse the report unless `unreadable` is `set_aside`.
   */
  create(body: NewReport, options?: RequestOptions): ApiPromise<ImportedReport>
  /** The first 50 lines as they are understood, and to what they would belong. Keeps nothing. */
  preview(body: ReportToPreview, options?: RequestOptions): ApiPromise<ReportPreview>
  /** One report with its numbers for the account. */
  get(reportId: string, options?: RequestOptions): ApiPromise<StoreReport>
  /** What waits in a report of the account for a release of its recording. */
  listWaiting(reportId: string, query?: PageQuery, options?: RequestOptions): List<Result<'listWaitingRecordings'>>
  /** The lines of a report of the account that could not be read, in the order of the file. */
  listSetAside(reportId: string, query?: PageQuery, options?: RequestOptions): List<Result<'listSetAsideLines'>>
  /** Undoes a report of the account: nothing of it counts any more. */
  undo(reportId: string, options?: RequestOptions): ApiPromise<StoreReport>
}

/** Longer than the hub reads. */
const readingMs = 15 * 60_000

/** `client.reports`. */
export const reportsResource = (call: OperationCaller): Reports => ({
  ...operationMethods<Omit<Reports, 'create'>>(call, {
    list: 'listReports',
    preview: 'previewReport',
    get: 'getReport',
    listWaiting: 'listWaitingRecordings',
    listSetAside: 'listSetAsideLines',
    undo: 'undoReport',
  }),
  create: (body, options) => call('createReport', { body }, { timeoutMs: readingMs, ...options }),
})
