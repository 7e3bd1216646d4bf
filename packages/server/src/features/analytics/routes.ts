import { getDistributorAnalytics, getMusicAnalytics } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import type { AnalyticsService } from './service.ts'

export function bindAnalytics(http: Http, analytics: AnalyticsService): void {
  route(http, getMusicAnalytics, ({ tenant, query, page }) => analytics.query(tenant, 'music', query, page))
  route(http, getDistributorAnalytics, ({ tenant, query, page }) => analytics.query(tenant, 'everything', query, page))
}
