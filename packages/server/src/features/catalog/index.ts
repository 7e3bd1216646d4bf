import { getCatalogItem, listCatalog } from '@spindle/contract'
import type { Feature } from '../../http/feature.ts'
import { route } from '../../http/route.ts'
import { createCatalogService, type SearchQueryOf } from './service.ts'

export type { SearchQueryOf } from './service.ts'

/** The catalog of an account, both families. */
export function catalogFeature({ searchQueryOf }: { readonly searchQueryOf: SearchQueryOf }): Feature {
  const catalog = createCatalogService(searchQueryOf)
  return {
    bind(http) {
      route(http, listCatalog, ({ tenant, query, page }) => catalog.list(tenant, query, page))
      route(http, getCatalogItem, ({ tenant, params }) => catalog.get(tenant, params.releaseId))
    },
  }
}
