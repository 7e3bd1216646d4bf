import { AppError, type CatalogItem, type CatalogQuery, type CatalogTombstone } from '@spindle/contract'
import { contentEtag } from '../../../http/responses/etag.ts'
import {
  type BodyResponse,
  type PageRequest,
  type PageResponse,
  RawJson,
  type StreamResponse,
  type TextPart,
} from '../../../http/responses/handler-response.ts'
import { streamParts } from '../../../http/streams/text-stream.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { countCatalog, findCatalogItem, findCatalogPage, findCatalogRows, type PageQuery } from './catalog-queries.ts'
import { parseCatalogQuery } from './catalog-query.ts'
import { type CatalogFormat, describeCatalog, formatItems } from './format-catalog.ts'

/** Everything the account has delivered or drafted, for reading or mirroring. */
export async function readCatalogPage(
  tenant: Tenant,
  query: CatalogQuery,
  { limit, after, wantsTotal }: PageRequest,
): Promise<PageResponse<CatalogItem | CatalogTombstone> | StreamResponse> {
  const { parts, order, filters } = parseCatalogQuery(query)
  const { format = 'json' } = query
  const pageQuery = { filters, parts, order, limit, after, isCsv: format === 'csv' }
  if (format !== 'json' && query.limit === undefined) return streamCatalog(tenant, pageQuery, format)
  const total = wantsTotal ? await countCatalog(tenant, filters) : undefined
  if (format === 'json') {
    const { data, next } = await findCatalogPage(tenant, pageQuery)
    return { page: { data: new RawJson(data), next, total }, isTagged: true }
  }
  const { items, next } = await findCatalogRows(tenant, pageQuery)
  const { heading, ...description } = describeCatalog(format)
  const content = heading + (await formatItems(format, items))
  return { page: { data: [], next, total }, text: { ...description, content }, isTagged: true }
}

/** Releases that are read at a time, unless they would exceed a page before. */
const streamedAtATime = 500

async function streamCatalog(tenant: Tenant, query: PageQuery, format: CatalogFormat): Promise<StreamResponse> {
  const { heading, ...description } = describeCatalog(format)
  const readPart = async (after: string | undefined): Promise<TextPart> => {
    const { items, next } = await findCatalogRows(tenant, { ...query, limit: streamedAtATime, after })
    return { text: await formatItems(format, items), next }
  }
  return { stream: { ...description, pieces: await streamParts(readPart, { heading, after: query.after }) } }
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
