import { listPartyReleases } from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Parties } from '../../parties/index.ts'
import { readCredits } from './read-credits.ts'

/** The releases of a party. */
export function bindCredits(http: Http, parties: Pick<Parties, 'requireIds'>): void {
  route(http, listPartyReleases, async ({ tenant, params, page }) => ({
    page: await readCredits(tenant, await parties.requireIds(tenant, params.partyId), page),
  }))
}
