import type { PartySuggestion } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import type { Parties, PartyMatch } from '../../parties/index.ts'
import { countSuggestions, findSuggestions, type NamePosition, type SuggestionRow } from './suggestion-queries.ts'

interface SuggestionPage extends PageRequest {
  readonly dismissed: boolean | undefined
}

/** A page of names without a party, with the parties that each may mean. A position is a number of tracks and a name. */
export async function suggestParties(
  parties: Pick<Parties, 'findSimilar'>,
  tenant: Tenant,
  { dismissed: isDismissed = false, limit, after, wantsTotal }: SuggestionPage,
): Promise<PageResult<PartySuggestion>> {
  const rows = await findSuggestions(tenant, { isDismissed, limit: limit + 1, after: parsePosition(after) })
  const { data, next } = pageOf(rows, { limit }, ({ trackCount, key }) => `${trackCount} ${key}`)
  const matches = await parties.findSimilar(tenant, data.map(nameOf))
  return {
    data: data.map((row) => toSuggestion(row, matches.get(row.key) ?? [])),
    next,
    total: wantsTotal ? await countSuggestions(tenant, isDismissed) : undefined,
  }
}

function parsePosition(after: string | undefined): NamePosition | undefined {
  if (after === undefined) return undefined
  const blank = after.indexOf(' ')
  return { tracks: Number(after.slice(0, blank)), key: after.slice(blank + 1) }
}

const nameOf = ({ spellings, key }: SuggestionRow): string => spellings[0]?.name ?? key

const toSuggestion = ({ key, ...row }: SuggestionRow, matches: readonly PartyMatch[]): PartySuggestion => ({
  name: nameOf({ key, ...row }),
  ...row,
  matches: matches as PartySuggestion['matches'],
})
