import { getSummary, type Summary } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { AnalyticsFeature } from '../analytics/index.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import type { Releases, SummarisedReleases } from '../releases/index.ts'

export interface SummaryOptions {
  readonly releases: Pick<Releases, 'summarise'>
  readonly analytics: Pick<AnalyticsFeature, 'summariseStreams'>
  readonly outlets: Pick<OutletsFeature, 'list'>
}

export function bindSummary(http: Http, { releases, analytics, outlets }: SummaryOptions): void {
  route(http, getSummary, async ({ principal, tenant }) => {
    const [summary, streams] = await Promise.all([
      releases.summarise(tenant),
      maySeeNumbers(principal) ? analytics.summariseStreams(tenant) : null,
    ])
    const names = new Map(outlets.list().map(({ id, name }) => [id, name]))
    return { body: { ...summary, attention: nameOutlets(summary.attention, names), streams } }
  })
}

const nameOutlets = (
  attention: SummarisedReleases['attention'],
  names: ReadonlyMap<string, string>,
): Summary['attention'] => ({
  ...attention,
  data: attention.data.map((item) => ({ ...item, outletNames: item.outlets.map((id) => names.get(id) ?? id) })),
})

const maySeeNumbers = (principal: AccountPrincipal): boolean =>
  principal.kind !== 'client' && principal.permissions.includes('analytics:read')
