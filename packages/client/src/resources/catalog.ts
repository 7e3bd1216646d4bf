import type { CatalogItem, CatalogQuery, Summary } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** The catalog's query; answers are JSON. */
export type CatalogListQuery = AllowUndefined<Omit<CatalogQuery, 'format'>>
/** The same for an answer that spreadsheets and pipelines take. */
export type CatalogTextQuery = CatalogListQuery & { readonly format: 'csv' | 'ndjson' }

/** Everything delivered or drafted, both families. */
export interface Catalog {
  /** Items, newest first; with `updatedSince` what changed, oldest first, with tombstones (`deleted: true`). */
  list(query?: CatalogListQuery, options?: RequestOptions): List<Result<'listCatalog'>>
  /** One release of the catalog with its tracks and deliveries. */
  get(releaseId: string, options?: RequestOptions): ApiPromise<CatalogItem>
  /** The account at a glance: counts by status, what needs a person, streams of 28 days. */
  getSummary(options?: RequestOptions): ApiPromise<Summary>
  /**
   * The whole catalog as CSV or NDJSON, as fast as it is read; read `response.body`, which fails when the connection ends
   * in the middle. With `limit` one page, whose `Link` header (RFC 8288) names the next one.
   */
  text(query: CatalogTextQuery, options?: RequestOptions): ApiPromise<Response>
}

/** `client.catalog`. */
export const catalogResource = (call: OperationCaller): Catalog => ({
  ...operationMethods<Omit<Catalog, 'text'>>(call, {
    list: 'listCatalog',
    get: 'getCatalogItem',
    getSummary: 'getSummary',
  }),
  text: (query, options) => call.raw('listCatalog', { query, headers: anyType }, options),
})

const anyType = { accept: '*/*' }
