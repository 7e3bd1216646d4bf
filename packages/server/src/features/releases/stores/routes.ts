import { listStores, type StoreItem } from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type Outlet, type OutletsFeature, outletPage, outletToApi } from '../../outlets/index.ts'
import { findStoreFigures } from './store-queries.ts'

/** The outlets as an account sees them, with what happened to its releases there. */

type Outlets = Pick<OutletsFeature, 'list' | 'adapterOf'>

export function bindStores(http: Http, outlets: Outlets): void {
  route(http, listStores, async ({ tenant, page }) => {
    const { data, next, total } = outletPage(outlets, page)
    return { page: { data: await describeStores(outlets, tenant, data), next, total } }
  })
}

const noFigures = {
  releases: { live: 0, scheduled: 0, pending: 0, failed: 0, takenDown: 0 },
  failures: [],
  otherFailures: 0,
}

async function describeStores(outlets: Outlets, tenant: Tenant, shown: readonly Outlet[]): Promise<StoreItem[]> {
  const ids = shown.map(({ id }) => id)
  const figures = new Map((await findStoreFigures(tenant, ids)).map((row) => [row.outletId, row]))
  return shown.map((outlet) => {
    const { releases, failures, otherFailures } = figures.get(outlet.id) ?? noFigures
    const isPaused = outlet.isPaused === true
    return { outlet: outletToApi(outlets, outlet), isPaused, releases, failures, otherFailures }
  })
}
