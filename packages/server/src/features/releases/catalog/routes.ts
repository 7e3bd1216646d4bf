import { getCatalogItem, listCatalog } from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { readCatalogItem, readCatalogPage } from './read-catalog.ts'

/** The catalog of an account, both families. */
export function bindCatalog(http: Http): void {
  route(http, listCatalog, ({ tenant, query, page }) => readCatalogPage(tenant, query, page))
  route(http, getCatalogItem, ({ tenant, params }) => readCatalogItem(tenant, params.releaseId))
}
