import { acceptPartySuggestion, dismissPartySuggestion, listPartySuggestions } from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Parties } from '../../parties/index.ts'
import { acceptName, dismissName, type NameOptions } from './decide-names.ts'
import { suggestParties } from './suggest-parties.ts'

/** Suggestions of parties from the names that releases credit. */
export function bindNames(http: Http, options: NameOptions & { readonly parties: Pick<Parties, 'findSimilar'> }): void {
  route(http, listPartySuggestions, async ({ tenant, query: { dismissed }, page }) => ({
    page: await suggestParties(options.parties, tenant, { dismissed, ...page }),
  }))
  route(http, acceptPartySuggestion, async ({ trx, body }) => ({ body: await acceptName(options, trx, body) }))
  route(http, dismissPartySuggestion, async ({ trx, body }) => ({ body: await dismissName(options, trx, body) }))
}
