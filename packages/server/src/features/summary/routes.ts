import { getSummary } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { AnalyticsFeature } from '../analytics/index.ts'
import type { Releases } from '../releases/index.ts'

export interface SummaryOptions {
  readonly releases: Pick<Releases, 'summarise'>
  readonly analytics: Pick<AnalyticsFeature, 'summariseStreams'>
}

export function bindSummary(http: Http, { releases, analytics }: SummaryOptions): void {
  route(http, getSummary, async ({ principal, tenant }) => {
    const [summary, streams] = await Promise.all([
      releases.summarise(tenant),
      maySeeNumbers(principal) ? analytics.summariseStreams(tenant) : null,
    ])
    return { body: { ...summary, streams } }
  })
}

const maySeeNumbers = (principal: AccountPrincipal): boolean =>
  principal.kind !== 'client' && principal.permissions.includes('analytics:read')
