import type { StreamsSummary } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import type { StandbyReads } from '../../platform/database/standby/standby-reads.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import { bindAnalytics } from './routes.ts'
import { analyticsService } from './service.ts'
import { summariseStreams } from './summarise-streams.ts'

export interface AnalyticsFeature extends Feature {
  /** The streams of an account at a glance. */
  summariseStreams(tenant: Tenant): Promise<StreamsSummary>
}

/** Figures by day and dimension, read from the roll-ups that the plays feature keeps. */
function analyticsFeature({ config, clock, reads, outlets }: AnalyticsOptions): AnalyticsFeature {
  const service = analyticsService({ clock, reads, outlets, retentionDays: config.playsRetentionDays })
  return {
    bind: (http) => bindAnalytics(http, service),
    summariseStreams: (tenant) => summariseStreams(tenant, clock.now()),
  }
}

export interface AnalyticsOptions {
  readonly config: Config
  readonly clock: Clock
  readonly reads: StandbyReads
  readonly outlets: Pick<OutletsFeature, 'list'>
}

export const analytics = defineFeature({
  name: 'analytics',
  needs: ['config', 'clock', 'reads', 'outlets'],
  make: analyticsFeature,
})
