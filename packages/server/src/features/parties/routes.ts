import { createParty, deleteParty, getParty, listParties, mergeParty, updateParty } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import { partyBodyRules } from './party-identifiers.ts'
import type { PartyService } from './service.ts'

export function bindParties(http: Http, parties: PartyService): void {
  const bodyRules = partyBodyRules
  route(
    http,
    createParty,
    async ({ trx, body }) => {
      const created = await parties.create(trx, body)
      return { ...created, location: `${createParty.path}/${created.body.id}` }
    },
    { bodyRules },
  )
  route(http, listParties, async ({ tenant, query, page }) => ({ page: await parties.list(tenant, query, page) }))
  route(http, getParty, ({ tenant, params }) => parties.get(tenant, params.partyId))
  route(
    http,
    updateParty,
    ({ trx, params, body, ifMatch }) => parties.update(trx, { id: params.partyId, patch: body, ifMatch }),
    { bodyRules },
  )
  route(http, mergeParty, async ({ trx, params, body }) => ({
    body: await parties.merge(trx, { id: params.partyId, ...body }),
  }))
  route(http, deleteParty, async ({ trx, params, ifMatch }) => {
    await parties.delete(trx, { id: params.partyId, ifMatch })
    return { body: undefined }
  })
}
