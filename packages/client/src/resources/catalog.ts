import type { CatalogItem, CatalogQuery } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { type List, pagedList } from '../operations/paged-list.ts'
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
  /** One page as CSV or NDJSON; read `response.body`. Its `Link` header (RFC 8288) names the next page. */
  text(query: CatalogTextQuery, options?: RequestOptions): ApiPromise<Response>
}

/** `client.catalog`. */
export const catalogResource = (call: OperationCaller): Catalog => ({
  list: (query, options) => pagedList((cursor) => call('listCatalog', { query: { ...query, ...cursor } }, options)),
  get: (releaseId, options) =>
    call('getCatalogItem', { params: { releaseId: releaseId as CatalogItem['id'] } }, options),
  text: (query, options) => call.raw('listCatalog', { query, headers: anyType }, options),
})

const anyType = { accept: '*/*' }
