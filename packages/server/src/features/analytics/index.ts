import { getDistributorAnalytics, getMusicAnalytics } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import { route } from '../../http/route.ts'
import type { Clock } from '../../platform/clock.ts'
import { analyticsService } from './service.ts'

/** Numbers by day and dimension, read from the roll-ups that the plays feature keeps. */
export function analyticsFeature({ config, clock }: { readonly config: Config; readonly clock: Clock }): Feature {
  const analytics = analyticsService({ clock, retentionDays: config.playsRetentionDays })
  return {
    bind(http) {
      route(http, getMusicAnalytics, ({ tenant, query, page }) => analytics.query(tenant, 'music', query, page))
      route(http, getDistributorAnalytics, ({ tenant, query, page }) =>
        analytics.query(tenant, 'everything', query, page),
      )
    },
  }
}
