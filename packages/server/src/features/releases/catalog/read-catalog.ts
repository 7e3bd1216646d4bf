import { AppError, type CatalogItem, type CatalogQuery, type CatalogTombstone } from '@spindle/contract'
import { contentEtag } from '../../../http/etag.ts'
import { type BodyResponse, type PageRequest, type PageResponse, RawJson } from '../../../http/handler-response.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { buildSearchQuery } from '../reading/search-store.ts'
import { parseCatalogQuery } from './catalog-query.ts'
import { countCatalog, findCatalogItem, findCatalogPage, findCatalogRows } from './catalog-store.ts'
import { formatCatalog } from './format-catalog.ts'

/** Everything the account has delivered or drafted, to look at or to mirror. */
export async function readCatalogPage(
  tenant: Tenant,
  query: CatalogQuery,
  { limit, after, wantsTotal }: PageRequest,
): Promise<PageResponse<CatalogItem | CatalogTombstone>> {
  const { parts, filters: given } = parseCatalogQuery(query)
  const filters = { ...given, q: given.q === undefined ? undefined : buildSearchQuery(tenant.accountId, given.q) }
  const { format = 'json' } = query
  const pageQuery = { filters, parts, limit, after, isCsv: format === 'csv' }
  const total = wantsTotal ? await countCatalog(tenant, filters) : undefined
  if (format === 'json') {
    const { data, next } = await findCatalogPage(tenant, pageQuery)
    return { page: { data: new RawJson(data), next, total }, isTagged: true }
  }
  const { items, next } = await findCatalogRows(tenant, pageQuery)
  return { page: { data: [], next, total }, text: await formatCatalog(format, items), isTagged: true }
}

/** Throws `release_not_found`. */
export async function readCatalogItem(tenant: Tenant, releaseId: string): Promise<BodyResponse<CatalogItem>> {
  const item = await findCatalogItem(tenant, releaseId)
  if (item === undefined) throw new AppError('release_not_found')
  return {
    body: new RawJson(item),
    etag: contentEtag(item),
  }
}
