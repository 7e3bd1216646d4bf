import type { PartyRelease } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOfCut } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type CreditRow, countCredits, findCredits } from './credit-queries.ts'

/** The releases that name a party by one of these ids, newest first. */
export async function readCredits(
  tenant: Tenant,
  ids: readonly string[],
  { limit, after, wantsTotal }: PageRequest,
): Promise<PageResult<PartyRelease>> {
  const { data, next } = pageOfCut(await findCredits(tenant, ids, { limit, after }), ({ releaseId }) => releaseId)
  return { data: data.map(toRelease), next, total: wantsTotal ? await countCredits(tenant, ids) : undefined }
}

const toRelease = ({ found: _found, roles, tracks, ...release }: CreditRow): PartyRelease => ({
  ...release,
  roles: [...new Set(roles)],
  tracks: tracks.map((track) => ({ ...track, roles: [...new Set(track.roles)] })),
})
