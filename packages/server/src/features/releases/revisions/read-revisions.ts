import { AppError, type FullRevision, type ReleaseRevision, type RevisionComparison } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type FrozenRevision, findRevision } from '../deliveries/delivery-queries.ts'
import { compareRevisions } from '../model/compare-revisions.ts'
import { requireRelease } from '../reading/read-releases.ts'
import { countRevisions, findEarlierRevision, findRevisionFacts, findRevisionPage } from './revision-queries.ts'

/** The submitted revisions of a release. Each throws `release_not_found`, and `revision_not_found` for a number. */

export async function listRevisions(
  tenant: Tenant,
  releaseId: string,
  page: PageRequest,
): Promise<PageResult<ReleaseRevision>> {
  await requireRelease(tenant, releaseId)
  const before = page.after === undefined ? null : Number(page.after)
  const rows = await findRevisionPage(tenant, releaseId, { limit: page.limit, before })
  const total = page.wantsTotal ? await countRevisions(tenant, releaseId) : undefined
  return { ...pageOf(rows, page, ({ revision }) => String(revision)), total }
}

export async function getFrozen(tenant: Tenant, releaseId: string, revision: number): Promise<FrozenRevision> {
  const frozen = await findRevision(tenant, releaseId, revision)
  if (!frozen)
    throw new AppError('revision_not_found', { detail: `Revision ${revision} of the release was not submitted.` })
  return frozen
}

export async function getRevision(tenant: Tenant, releaseId: string, revision: number): Promise<FullRevision> {
  await requireRelease(tenant, releaseId)
  const { document, tracks } = await getFrozen(tenant, releaseId, revision)
  const facts = await findRevisionFacts(tenant, releaseId, revision)
  if (!facts) throw new AppError('revision_not_found')
  const content = { ...document, tracks: tracks.map((track) => ({ durationMs: null, ...track })) }
  return { ...facts, content: content as FullRevision['content'] }
}

/** Without `from` with the revision that was submitted before. */
export async function compareWithEarlier(
  tenant: Tenant,
  releaseId: string,
  { revision, from }: { readonly revision: number; readonly from: number | undefined },
): Promise<RevisionComparison> {
  await requireRelease(tenant, releaseId)
  const newer = await getFrozen(tenant, releaseId, revision)
  const other = from ?? (await findEarlierRevision(tenant, releaseId, revision))
  if (other === null) return { revision, from: null, changes: [] }
  const changes = compareRevisions(await getFrozen(tenant, releaseId, other), newer)
  return { revision, from: other, changes: changes.map(({ member: _member, ...change }) => change) }
}
