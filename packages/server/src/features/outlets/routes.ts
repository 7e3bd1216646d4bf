import { listOutlets } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import type { Outlet, OutletAdapter, OutletKind } from './outlet.ts'
import { outletToApi } from './to-api.ts'

export interface ListedOutlets {
  readonly list: () => readonly Outlet[]
  readonly adapterOf: (kind: OutletKind) => OutletAdapter | undefined
}

export function bindOutlets(http: Http, outlets: ListedOutlets): void {
  route(http, listOutlets, async () => ({
    body: { data: outlets.list().map((outlet) => outletToApi(outlets, outlet)) },
  }))
}
