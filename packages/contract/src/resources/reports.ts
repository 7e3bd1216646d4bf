import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import type * as requests from '../operations/request-types.ts'
import { Actor } from '../schema/actor.ts'
import { ClosedObject, Id, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { MetricValues, Money } from './analytics.ts'
import { type ReportField, reportOverlaps, reportPresets, reportStatuses } from './closed-lists.ts'

/** Reports of stores: those of the operator as far as they are about an account, and the account's own. */

const path = '/api/v1/distributor/reports'
const Day = Type.String({ maxLength: 10 })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const reading = { tag: 'Analytics', auth: 'apiKey', permission: 'analytics:read' } as const
const writing = { tag: 'Analytics', auth: 'apiKey', permission: 'music:write' } as const
const one = { params: Type.Object({ reportId: Id('rpt') }), notFound: 'report_not_found' } as const

/** A report of a store, as far as it is about this account. */
export const StoreReport = Type.Object({
  id: Id('rpt'),
  source: Type.String({ maxLength: 64, description: 'Who sends reports like this one' }),
  format: Type.String({ maxLength: 64 }),
  from: {
    ...Day,
    description: 'The first day that it is about; of a report of the operator, its lines of this account',
  },
  to: { ...Day, description: 'The last one' },
  lines: Type.Integer({ minimum: 0, description: 'Those that belong to releases of this account' }),
  totals: MetricValues,
  importedAt: Timestamp,
  actor: { ...Actor, description: 'Who imported it, and alone can undo it' },
  status: OneOf(reportStatuses, { description: 'What was replaced or undone says nothing any more' }),
  replacedBy: Nullable(Id('rpt')),
  waitingLines: Type.Integer({
    minimum: 0,
    description: 'Lines of recordings that the account has not released; of reports of the operator always 0',
  }),
  filename: Nullable(Type.String({ maxLength: 500, description: 'null of reports of the operator' })),
  messageId: Nullable(Type.String({ maxLength: 500, description: 'Of a message of DDEX; null of the operator' })),
})
export type StoreReport = Static<typeof StoreReport>

export const listReports = defineOperation({
  ...reading,
  id: 'listReports',
  method: 'GET',
  path,
  summary: 'List the reports of stores that count, newest first',
  description:
    'Each one is listed with the numbers that it says about this account, whether the operator of the hub or the account brought it in; one that was undone or replaced says nothing any more and is not there.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(StoreReport), description: 'A page of reports' } },
  errors: ['cursor_invalid'],
})

const column = (description: string) => Type.Optional(Text(200, { description }))
const fields = {
  isrc: column('The ISRC of the recording'),
  upc: column('The UPC or EAN of the product'),
  title: column('The title of the recording or product'),
  artist: column('Its artist'),
  store: column('The store; absent: the source'),
  territory: column('The country'),
  model: column('How listeners pay'),
  period: column('A day, a month, a quarter or a year'),
  from: column('The first day'),
  to: column('The last day'),
  streams: column('How many streams'),
  downloads: column('How many downloads'),
  quantity: column('How many of what `use` says'),
  use: column('What `quantity` counts'),
  revenue: column('What was earned'),
  currency: column('The currency of `revenue` (ISO 4217)'),
} satisfies Record<ReportField, unknown>
const words = (description: string) => Type.Optional(Type.Array(Text(200), { maxItems: 200, description }))

/** Which column of a table says what. */
export const ReportMapping = ClosedObject({
  skipLines: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'Lines before the one with the names of the columns' }),
  ),
  delimiter: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1, description: 'Found in the first line unless said' }),
  ),
  decimal: Type.Optional(OneOf(['.', ','], { description: 'A comma where semicolons separate, else a point' })),
  dates: Type.Optional(OneOf(['ymd', 'dmy', 'mdy'], { description: 'Order of day, month and year' })),
  columns: ClosedObject(fields, { description: 'Names of columns, in any case of letters' }),
  constants: Type.Optional(ClosedObject(fields, { description: 'What is the same in every line' })),
  downloads: words('Words of the column `use` whose `quantity` is downloads; all others are streams'),
  streams: words('Words whose `quantity` is streams, where not all others are'),
  passOver: words('Words of lines that are no sales'),
})

const readable = {
  uploads: Type.Array(Text(64), {
    minItems: 1,
    maxItems: 100,
    description: 'Uploads of kind report: all parts of one report, in any order',
  }),
  source: Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
    maxLength: 64,
    description: 'Who sends reports like this one, in small letters',
    examples: ['distrokid'],
  }),
  preset: Type.Optional(OneOf(reportPresets, { description: 'How the file is read; default spindle. dsr: DDEX' })),
  mapping: Type.Optional({ ...ReportMapping, description: 'Which column of a table says what' }),
}

/** Body of `createReport`. `preset` and `mapping` exclude each other. */
export const NewReport = ClosedObject({
  ...readable,
  overlap: Type.Optional(
    OneOf(reportOverlaps, {
      description: 'What is done with reports of this source about the same time; absent: the import is refused',
    }),
  ),
})
export type NewReport = requests.NewReport

/** Body of `previewReport`. */
export const ReportToPreview = ClosedObject(readable)
export type ReportToPreview = requests.ReportToPreview

export const createReport = defineOperation({
  ...writing,
  id: 'createReport',
  method: 'POST',
  path,
  summary: 'Import the report of a store, as a whole or not at all',
  description:
    'Lines count for releases of this account alone; others wait until it releases their recordings. The answer comes when everything is read, for a million lines after about half a minute: should it be lost, send the request again. The same bytes count once.',
  body: NewReport,
  grows: true,
  responses: {
    200: { schema: StoreReport, description: 'These bytes were imported before: the report that they are' },
    201: { schema: StoreReport, description: 'The report, which counts' },
  },
  errors: [
    'quota_exceeded',
    'report_conflict',
    'report_message_conflict',
    'upload_reference_unknown',
    'upload_incomplete',
    'storage_unavailable',
  ],
})

/** One of the first lines of a report, and to whom it would belong. */
export const ReportPreviewRow = Type.Object({
  isrc: Nullable(Type.String({ maxLength: 12 })),
  gtin14: Nullable(Type.String({ maxLength: 14, description: 'UPC or EAN, written with 14 digits' })),
  title: Type.String({ maxLength: 200 }),
  artist: Type.String({ maxLength: 200 }),
  store: Type.String({ maxLength: 64 }),
  territory: Nullable(Type.String({ maxLength: 2 })),
  model: Nullable(Type.String({ maxLength: 20 })),
  from: Day,
  to: Day,
  streams: Nullable(Type.Integer()),
  downloads: Nullable(Type.Integer()),
  revenue: Nullable(Money),
  verdict: OneOf(['matched', 'waiting'], { description: 'waiting: no release of the account has it' }),
  releaseId: Nullable(Id('rel')),
  trackId: Nullable({ ...Id('trk'), description: 'null where the product is meant as a whole' }),
})

/** Answer of `previewReport`. */
export const ReportPreview = Type.Object({
  rows: Type.Array(ReportPreviewRow, { maxItems: 50, description: 'The first 50' }),
  hasMore: Type.Boolean(),
})
export type ReportPreview = Static<typeof ReportPreview>

export const previewReport = defineOperation({
  ...writing,
  id: 'previewReport',
  method: 'POST',
  path: `${path}/preview`,
  summary: 'Read the first 50 lines of a report and say to what they would belong',
  description: 'Keeps nothing. Problems of these lines are told as `createReport` tells them.',
  body: ReportToPreview,
  responses: { 200: { schema: ReportPreview, description: 'The lines as they are understood' } },
  errors: ['upload_reference_unknown', 'upload_incomplete', 'storage_unavailable'],
})

export const getReport = defineOperation({
  ...reading,
  ...one,
  id: 'getReport',
  method: 'GET',
  path: `${path}/{reportId}`,
  summary: 'Get one report with what it says about the account',
  responses: { 200: { schema: StoreReport, description: 'The report' } },
  errors: [],
})

/** What waits in a report for a release of its recording. */
export const WaitingRecording = Type.Object({
  isrc: Nullable(Type.String({ maxLength: 12 })),
  gtin14: Nullable(Type.String({ maxLength: 14 })),
  title: Type.String({ maxLength: 200 }),
  artist: Type.String({ maxLength: 200 }),
  lines: Count,
  totals: MetricValues,
})
export type WaitingRecording = Static<typeof WaitingRecording>

export const listWaitingRecordings = defineOperation({
  ...reading,
  ...one,
  id: 'listWaitingRecordings',
  method: 'GET',
  path: `${path}/{reportId}/waiting`,
  summary: 'List what waits in a report, by ISRC and UPC',
  description: 'Of reports of the account; those of the operator wait with the operator. Looked at again every hour.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(WaitingRecording), description: 'A page of recordings and products' } },
  errors: ['cursor_invalid'],
})

export const undoReport = defineOperation({
  ...writing,
  ...one,
  id: 'undoReport',
  method: 'DELETE',
  path: `${path}/{reportId}`,
  summary: 'Take back everything a report said',
  description: 'Of reports of the account. What it had replaced does not come back by itself: import it again.',
  responses: { 200: { schema: StoreReport, description: 'The report, which says nothing any more' } },
  errors: ['state_conflict'],
})

/** The operations of this file. */
export const reportOperations = [
  listReports,
  createReport,
  previewReport,
  getReport,
  listWaitingRecordings,
  undoReport,
] as const
