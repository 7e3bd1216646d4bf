import type { AnalyticsComparison, AnalyticsMetric, AnalyticsSource, MetricValues } from '@spindle/contract'

/** A source before its outlet is named. */
export type UnnamedSource = Omit<AnalyticsSource, 'name'>

/** The numbers for one query, from either source: the plays of properties, or the reports of stores. */
export interface Numbers {
  /** Those of the requested metrics that have a source. */
  readonly metrics: readonly AnalyticsMetric[]
  readonly sources: readonly UnnamedSource[]
  /** Of the money among them. */
  readonly currencies: readonly string[]
  read(part: NumbersPart): Promise<NumbersPage>
  count(): Promise<number>
  /** With the range before. */
  compare?(now: MetricValues): Promise<AnalyticsComparison>
}

export interface NumbersPart {
  readonly limit: number
  /** Key of the last row of the page before. */
  readonly after: string | undefined
}

export interface NumbersPage {
  /** JSON array of rows. */
  readonly data: string
  readonly next: string | null
  /** Of the whole answer, not of the page. */
  readonly totals: MetricValues
  readonly isSandbox: boolean
  /** Releases and tracks among the groups of the page. */
  readonly namedIds: readonly string[]
}
