import type { Static } from 'typebox'
import { reportWaitingReasons } from '../definition/exchange-lists.ts'
import { Described, Id, Nullable, OneOf } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { MetricValues, Money } from './catalog/metric-values.ts'

/** Lines of reports as answers show them: the first ones, those that wait, and those that could not be read. */

const Day = Type.String({ maxLength: 10 })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const waitingReasons =
  'no_code: the line has neither ISRC nor UPC and can never match. not_released: no release of the account has this code yet'

/** One of the first lines of a report, and to whom it would belong. */
export const ReportPreviewRow = Type.Object({
  isrc: Nullable(Type.String({ maxLength: 12, description: 'ISRC of the recording; null if the line has none' })),
  gtin14: Nullable(Type.String({ maxLength: 14, description: 'UPC or EAN with 14 digits' })),
  title: Type.String({ maxLength: 200, description: 'Title in the report' }),
  artist: Type.String({ maxLength: 200, description: 'Artist in the report' }),
  store: Type.String({ maxLength: 64, description: 'The store of the line' }),
  territory: Nullable(
    Type.String({ maxLength: 2, description: 'ISO 3166-1 alpha-2; null if the report names no territory' }),
  ),
  model: Nullable(Type.String({ maxLength: 20, description: 'How listeners pay; null if the report does not say' })),
  from: Described(Day, 'First day of the line'),
  to: Described(Day, 'Last day of the line, inclusive'),
  streams: Nullable(Type.Integer({ description: 'Number of streams; null if the line has none' })),
  downloads: Nullable(Type.Integer({ description: 'Number of downloads; null if the line has none' })),
  revenue: Described(Nullable(Money), 'Revenue of the line; null if the line has none'),
  verdict: OneOf(['matched', 'waiting'], { description: 'waiting: no release of the account has this recording' }),
  reason: Nullable(OneOf(reportWaitingReasons, { description: `Why the line waits. ${waitingReasons}` })),
  releaseId: Described(Nullable(Id('rel')), 'The release that the line matches; null while it waits'),
  trackId: Nullable({ ...Id('trk'), description: 'null if the line is about the whole product' }),
})

/** What waits in a report for a release of its recording. */
export const WaitingRecording = Type.Object({
  isrc: Nullable(Type.String({ maxLength: 12, description: 'ISRC of the recording; null if the lines have none' })),
  gtin14: Nullable(
    Type.String({ maxLength: 14, description: 'UPC or EAN with 14 digits; null if the lines have none' }),
  ),
  title: Type.String({ maxLength: 200, description: 'Title in the report' }),
  artist: Type.String({ maxLength: 200, description: 'Artist in the report' }),
  reason: OneOf(reportWaitingReasons, { description: waitingReasons }),
  lines: Described(Count, 'Number of waiting lines'),
  totals: MetricValues,
})
export type WaitingRecording = Static<typeof WaitingRecording>

/** A line of a table that could not be read and was set aside. */
export const SetAsideLine = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'In the file, from 1' }),
  column: Nullable(
    Type.String({ maxLength: 200, description: 'The name of the column; null if the whole line cannot be read' }),
  ),
  cell: Nullable(Type.String({ maxLength: 200, description: 'The text of the cell' })),
  reason: Type.String({ maxLength: 500, description: 'Why the line cannot be read' }),
  fix: Type.String({ maxLength: 500, description: 'How to correct the line or the mapping' }),
})
export type SetAsideLine = Static<typeof SetAsideLine>
