import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StandbyReads } from '../../platform/database/standby-reads.ts'
import { bindAnalytics } from './routes.ts'
import { analyticsService } from './service.ts'

export { summariseStreams } from './summarise-streams.ts'

/** Figures by day and dimension, read from the roll-ups that the plays feature keeps. */
export function analyticsFeature({ config, clock, reads }: AnalyticsOptions): Feature {
  const service = analyticsService({ clock, reads, retentionDays: config.playsRetentionDays })
  return { bind: (http) => bindAnalytics(http, service) }
}

export interface AnalyticsOptions {
  readonly config: Config
  readonly clock: Clock
  readonly reads: StandbyReads
}
