import type { Analytics, AnalyticsQuery } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined } from '../operations/endpoints.ts'
import { type List, pagedList } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** The query of analytics; answers are JSON. */
export type AnalyticsJsonQuery = AllowUndefined<Omit<AnalyticsQuery, 'format'>>

/** Numbers by day and dimension. `get` answers the first page with totals and sources; `rows` goes through all. */
export interface AnalyticsResource {
  /** Numbers about releases with tracks: totals, sources and the first page of rows. */
  get(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Analytics>
  /** The same about everything the account has, legacy releases included. */
  getAll(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Analytics>
  /** All rows of releases with tracks, page by page. */
  rows(query?: AnalyticsJsonQuery, options?: RequestOptions): List<Analytics>
  /** All rows of everything the account has, page by page. */
  rowsOfAll(query?: AnalyticsJsonQuery, options?: RequestOptions): List<Analytics>
  /** All rows as CSV, as fast as they are read; read `response.body`. With `limit` one page, whose `Link` header (RFC 8288) names the next one. */
  csv(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Response>
  /** The same of everything the account has. */
  csvOfAll(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Response>
}

/** `client.analytics`. */
export const analyticsResource = (call: OperationCaller): AnalyticsResource => ({
  get: (query = {}, options) => call('getMusicAnalytics', { query }, options),
  getAll: (query = {}, options) => call('getDistributorAnalytics', { query }, options),
  rows: (query, options) =>
    pagedList((cursor) => call('getMusicAnalytics', { query: { ...query, ...cursor } }, options)),
  rowsOfAll: (query, options) =>
    pagedList((cursor) => call('getDistributorAnalytics', { query: { ...query, ...cursor } }, options)),
  csv: (query, options) =>
    call.raw('getMusicAnalytics', { query: { ...query, format: 'csv' }, headers: anyType }, options),
  csvOfAll: (query, options) =>
    call.raw('getDistributorAnalytics', { query: { ...query, format: 'csv' }, headers: anyType }, options),
})

/** CSV is requested by the query, so any type is fine. */
const anyType = { accept: '*/*' }
