/**
 * One line of a report as it was read, in words of ours. What the line does not say is empty; numbers are decimal text.
 */
export interface ReportLine {
  readonly isrc: string
  readonly gtin14: string
  readonly title: string
  readonly artist: string
  /** Empty: the report's own source. */
  readonly store: string
  readonly territory: string
  readonly model: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  readonly streams: string
  readonly downloads: string
  readonly currency: string
  readonly revenue: string
}

/** The order in which a line's cells go from the child to the hub. */
export const lineFields = [
  'isrc',
  'gtin14',
  'title',
  'artist',
  'store',
  'territory',
  'model',
  'from',
  'to',
  'streams',
  'downloads',
  'currency',
  'revenue',
] as const satisfies readonly (keyof ReportLine)[]

/** A report that is being read, part after part. */
export interface ReportReading {
  readonly lines: AsyncIterable<readonly ReportLine[]>
  /** What the file says of itself; known once every line was read. */
  describe(): ReportHead | undefined
}

export interface ReportHead {
  /** Of what the file is: a preset, or a profile of DDEX. */
  readonly format: string
  /** The sender's own id of it. */
  readonly messageId?: string
  /** Undefined: what its lines are about. */
  readonly period?: { readonly from: string; readonly to: string }
}
