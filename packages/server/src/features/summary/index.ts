import type { StreamsSummary } from '@spindle/contract'
import type { Feature } from '../../http/feature.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import type { Releases } from '../releases/index.ts'
import { bindSummary } from './routes.ts'

export interface SummaryOptions {
  readonly releases: Pick<Releases, 'summarise'>
  readonly summariseStreams: (tenant: Tenant) => Promise<StreamsSummary>
}

/** The account at a glance: what its releases and its numbers say, in one answer. */
export const summaryFeature = (options: SummaryOptions): Feature => ({ bind: (http) => bindSummary(http, options) })
