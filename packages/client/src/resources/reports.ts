import type { OperationCaller } from '../operations/call-operation.ts'
import type { Query, Result } from '../operations/endpoints.ts'
import { type List, pagedList } from '../operations/paged-list.ts'
import type { RequestOptions } from '../transport/transport.ts'

type PageQuery = Omit<Query<'listReports'>, 'cursor'>

/** Reports of stores that say something about the account; their numbers are asked of `analytics`, with `kind: 'report'`. */
export interface Reports {
  /** Those that count, newest first. */
  list(query?: PageQuery, options?: RequestOptions): List<Result<'listReports'>>
}

/** `client.reports`. */
export const reportsResource = (call: OperationCaller): Reports => ({
  list: (query, options) => pagedList((cursor) => call('listReports', { query: { ...query, ...cursor } }, options)),
})
