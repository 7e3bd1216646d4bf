import { createHash } from 'node:crypto'
import { AppError, type CatalogItem, type CatalogQuery, type CatalogTombstone } from '@spindle/contract'
import { type Answer, type PageAnswer, type PageRequest, RawJson } from '../../http/answer.ts'
import { etagOf } from '../../http/etag.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import { parseCatalogQuery } from './filters.ts'
import { textOf } from './formats.ts'
import { countCatalog, findCatalogItem, findCatalogPage } from './store.ts'

/** Everything the account has delivered or drafted, to look at or to mirror. */
export interface CatalogService {
  list(tenant: Tenant, query: CatalogQuery, page: PageRequest): Promise<PageAnswer<CatalogItem | CatalogTombstone>>
  /** Throws `release_not_found`. */
  get(tenant: Tenant, releaseId: string): Promise<Answer<CatalogItem>>
}

/** The words of a search as a query on the index of an account's releases. */
export type SearchQueryOf = (accountId: string, text: string) => string

export function createCatalogService(searchQueryOf: SearchQueryOf): CatalogService {
  return {
    async list(tenant, query, { limit, after, wantsTotal }) {
      const { parts, filters: given } = parseCatalogQuery(query)
      const filters = { ...given, q: given.q === undefined ? undefined : searchQueryOf(tenant.accountId, given.q) }
      const { data, next } = await findCatalogPage(tenant, { filters, parts, limit, after })
      const total = wantsTotal ? await countCatalog(tenant, filters) : undefined
      return { page: { data: new RawJson(data), next, total }, text: textOf(query.format, data), isTagged: true }
    },
    async get(tenant, releaseId) {
      const item = await findCatalogItem(tenant, releaseId)
      if (item === undefined) throw new AppError('release_not_found')
      return {
        body: new RawJson(item),
        etag: etagOf(createHash('sha256').update(item).digest('base64url').slice(0, 22)),
      }
    },
  }
}
