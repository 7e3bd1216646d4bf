import type { Feature } from '../../http/feature.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { AnalyticsFeature } from '../analytics/index.ts'
import type { Releases } from '../releases/index.ts'
import { bindSummary } from './routes.ts'

export interface SummaryOptions {
  readonly releases: Pick<Releases, 'summarise'>
  readonly analytics: Pick<AnalyticsFeature, 'summariseStreams'>
}

/** The account at a glance: what its releases and its numbers say, in one answer. */
const summaryFeature = (options: SummaryOptions): Feature => ({ bind: (http) => bindSummary(http, options) })

export const summary = defineFeature({
  name: 'summary',
  needs: ['releases', 'analytics'],
  make: summaryFeature,
})
