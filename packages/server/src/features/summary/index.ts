import type { Feature } from '../../http/feature.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { bindSummary, type SummaryOptions } from './routes.ts'

/** The account at a glance: what its releases and its numbers say, in one answer. */
const summaryFeature = (options: SummaryOptions): Feature => ({ bind: (http) => bindSummary(http, options) })

export const summary = defineFeature({
  name: 'summary',
  needs: ['releases', 'analytics', 'outlets'],
  make: summaryFeature,
})
