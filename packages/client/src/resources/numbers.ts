import type { Analytics, CatalogItem } from '@spindle/contract'
import type { Caller } from '../call.ts'
import { createList, type List } from '../list.ts'
import type { Query, Result } from '../operations.ts'
import type { ApiPromise } from '../transport/promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** What the account has, and how it is heard. */

/** The catalog's query; answers are JSON. */
export type CatalogListQuery = Omit<Query<'listCatalog'>, 'format'>
/** The same for an answer that spreadsheets and pipelines take. */
export type CatalogTextQuery = CatalogListQuery & { readonly format: 'csv' | 'ndjson' }
/** The query of analytics; answers are JSON. */
export type AnalyticsJsonQuery = Omit<Query<'getMusicAnalytics'>, 'format'>

/** Everything delivered or drafted, both families. */
export interface Catalog {
  /** Newest first; with `updatedSince` what changed, oldest first, with tombstones (`deleted: true`). */
  list(query?: CatalogListQuery, options?: RequestOptions): List<Result<'listCatalog'>>
  retrieve(releaseId: string, options?: RequestOptions): ApiPromise<CatalogItem>
  /** One page as CSV or NDJSON; read `response.body`. Its `Link` header (RFC 8288) names the next page. */
  text(query: CatalogTextQuery, options?: RequestOptions): ApiPromise<Response>
}

export const createCatalog = (call: Caller): Catalog => ({
  list: (query, options) => createList((cursor) => call('listCatalog', { query: { ...query, ...cursor } }, options)),
  retrieve: (releaseId, options) =>
    call('getCatalogItem', { params: { releaseId: releaseId as CatalogItem['id'] } }, options),
  text: (query, options) => call.raw('listCatalog', { query, headers: anyType }, options),
})

const anyType = { accept: '*/*' }

/** Numbers by day and dimension. `retrieve` answers the first page with totals and sources; `rows` goes through all. */
export interface AnalyticsResource {
  /** Releases with tracks. */
  retrieve(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Analytics>
  /** Everything the account has, legacy releases included. */
  retrieveAll(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Analytics>
  rows(query?: AnalyticsJsonQuery, options?: RequestOptions): List<Analytics>
  rowsOfAll(query?: AnalyticsJsonQuery, options?: RequestOptions): List<Analytics>
  /** One page of rows as CSV; read `response.body`. Its `Link` header (RFC 8288) names the next page. */
  csv(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Response>
  csvOfAll(query?: AnalyticsJsonQuery, options?: RequestOptions): ApiPromise<Response>
}

export const createAnalytics = (call: Caller): AnalyticsResource => ({
  retrieve: (query = {}, options) => call('getMusicAnalytics', { query }, options),
  retrieveAll: (query = {}, options) => call('getDistributorAnalytics', { query }, options),
  rows: (query, options) =>
    createList((cursor) => call('getMusicAnalytics', { query: { ...query, ...cursor } }, options)),
  rowsOfAll: (query, options) =>
    createList((cursor) => call('getDistributorAnalytics', { query: { ...query, ...cursor } }, options)),
  csv: (query, options) =>
    call.raw('getMusicAnalytics', { query: { ...query, format: 'csv' }, headers: anyType }, options),
  csvOfAll: (query, options) =>
    call.raw('getDistributorAnalytics', { query: { ...query, format: 'csv' }, headers: anyType }, options),
})
