import {
  AppError,
  type Bulk,
  cancelBulk,
  createBulk,
  getBulk,
  listBulkReleases,
  listBulks,
  type NewBulk,
  pauseBulk,
  resumeBulk,
  undoBulk,
} from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { Actor } from '../releases/index.ts'
import type { BulkControls } from './control-bulk.ts'
import type { BulkService } from './service.ts'

const actorOf = (principal: AccountPrincipal): Actor => ({
  type: principal.kind === 'apiKey' ? 'key' : 'user',
  id: principal.id,
  name: principal.kind === 'user' ? principal.name : null,
})

/** A job of 10,000 releases counts as 101 writes: its releases are done later, one after the other. */
const releasesPerRequest = 100

export function bindBulk(http: Http, bulk: BulkService, controls: BulkControls): void {
  const started = (made: Bulk) => ({
    body: made,
    location: `${http.config.publicUrl}${createBulk.path}/${made.id}`,
    extraRequests: Math.floor(made.counts.total / releasesPerRequest),
  })
  route(http, createBulk, async ({ trx, principal, body }) => {
    requireSelectable(principal, body)
    return started(await bulk.create({ trx, actor: actorOf(principal) }, body))
  })
  route(http, undoBulk, async ({ trx, principal, params }) =>
    started(await controls.undo({ trx, actor: actorOf(principal) }, params.bulkId)),
  )
  route(http, pauseBulk, async ({ trx, params }) => ({ body: await controls.pause(trx, params.bulkId) }))
  route(http, resumeBulk, async ({ trx, params }) => ({ body: await controls.resume(trx, params.bulkId) }))
  route(http, cancelBulk, async ({ trx, params }) => ({ body: await controls.cancel(trx, params.bulkId) }))
  route(http, listBulks, async ({ tenant, page }) => ({ page: await bulk.list(tenant, page) }))
  route(http, getBulk, async ({ tenant, params }) => ({ body: await bulk.get(tenant, params.bulkId) }))
  route(http, listBulkReleases, async ({ tenant, params, query, page }) => ({
    page: await bulk.listReleases(tenant, { bulkId: params.bulkId, outcome: query.outcome }, page),
  }))
}

/** The number of releases that match a filter says what the catalog contains. */
function requireSelectable(principal: AccountPrincipal, { filters }: NewBulk): void {
  if (filters === undefined || principal.kind === 'client' || principal.permissions.includes('catalog:read')) return
  throw new AppError('permission_missing', {
    detail: '`filters` requires the permission catalog:read. Use a key that has it, or give the releases by `ids`.',
  })
}
