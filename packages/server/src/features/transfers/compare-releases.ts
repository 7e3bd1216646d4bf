import type { TransferRelease } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOfCut } from '../../http/responses/page-of.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import {
  type ComparisonFilter,
  comparedAtOnce,
  countCompared,
  countComparison,
  listCompared,
} from './comparison-queries.ts'
import { type Shown, toTransferRelease } from './to-api.ts'
import type { TransferRow } from './transfer-queries.ts'

/** Comparisons of whole transfers, some hundred releases at a time: one statement for all would exceed its time. */

/** A page that looks for rare releases ends after this time, and its cursor continues. */
const longestMs = 15_000

/** Comparing 50 releases takes some 40 ms of the database. */
const comparedPerRequest = 50
export const requestsFor = (compared: number): number => Math.floor(compared / comparedPerRequest)

type Compared = Pick<TransferRow, 'id' | 'releases'>

const windowsOf = ({ releases }: Compared): readonly number[] =>
  Array.from({ length: Math.ceil(releases / comparedAtOnce) }, (_, at) => at * comparedAtOnce)

/** The number of releases by severity, and by store and state. */
export async function countReleases(tenant: Tenant, transfer: Compared): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const after of windowsOf(transfer))
    for (const { name, count } of await countComparison(tenant, transfer.id, after))
      counts.set(name, (counts.get(name) ?? 0) + count)
  return counts
}

interface Asked {
  readonly page: PageRequest
  readonly shown: Shown
}

export async function listReleases(
  tenant: Tenant,
  transfer: Compared,
  { page: { limit, after, wantsTotal }, shown, ...filter }: ComparisonFilter & Asked,
): Promise<PageResult<TransferRelease>> {
  const endMs = performance.now() + longestMs
  const isFiltered = filter.severity !== undefined || filter.state !== undefined
  let compared = 0
  const data: TransferRelease[] = []
  let next: string | null = after ?? '0'
  while (next !== null && data.length < limit && performance.now() < endMs) {
    const from: number = Number(next)
    const rows = await listCompared(tenant, transfer.id, { ...filter, limit: limit - data.length, after: from })
    compared += isFiltered ? comparedAtOnce : rows.length
    const part = pageOfCut(rows, ({ release }) => String(release.position))
    data.push(...part.data.map(({ release }) => toTransferRelease(release, shown)))
    const windowEnd = from + comparedAtOnce
    next = part.next ?? (windowEnd < transfer.releases ? String(windowEnd) : null)
    // Its rows were too large for the page.
    if (part.next !== null) break
  }
  if (!wantsTotal) return { data, next, extraRequests: requestsFor(compared) }
  let total = 0
  for (const place of windowsOf(transfer))
    total += await countCompared(tenant, transfer.id, { ...filter, after: place })
  return { data, next, total, extraRequests: requestsFor(compared + transfer.releases) }
}
