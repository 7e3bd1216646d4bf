import {
  createTransfer,
  deleteTransfer,
  getTransfer,
  listTransferReleases,
  listTransfers,
  markTransferReleases,
  updateTransfer,
} from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import { actorOf } from '../imports/index.ts'
import { requestsFor } from './compare-releases.ts'
import type { TransferService } from './service.ts'

export function bindTransfers(http: Http, transfers: TransferService): void {
  route(http, createTransfer, async ({ trx, body }) => {
    const made = await transfers.create(trx, body)
    return { body: made, location: `${http.config.publicUrl}${createTransfer.path}/${made.id}` }
  })
  route(http, listTransfers, async ({ tenant, page }) => ({ page: await transfers.list(tenant, page) }))
  route(http, getTransfer, async ({ tenant, params }) => {
    const body = await transfers.get(tenant, params.transferId)
    return { body, extraRequests: requestsFor(body.releases) }
  })
  route(http, updateTransfer, async ({ trx, params, body }) => ({
    body: await transfers.update(trx, params.transferId, body),
  }))
  route(http, deleteTransfer, async ({ trx, params }) => {
    await transfers.delete(trx, params.transferId)
    return { body: undefined }
  })
  route(http, listTransferReleases, async ({ tenant, params, query, page }) => ({
    page: await transfers.listReleases(tenant, params.transferId, { ...query, page }),
  }))
  route(http, markTransferReleases, async ({ trx, principal, params, body }) => ({
    body: await transfers.mark({ trx, actor: actorOf(principal) }, params.transferId, body),
  }))
}
