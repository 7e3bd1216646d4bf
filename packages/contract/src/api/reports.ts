import type { Static } from 'typebox'
import { reportOverlaps, reportPresets, reportStatuses, reportUnreadables } from '../definition/exchange-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import type * as requests from '../definition/request-types.ts'
import { Actor } from '../schema/actor.ts'
import { ClosedObject, Described, Id, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { MetricValues } from './catalog/metric-values.ts'
import { ReportPreviewRow, SetAsideLine, WaitingRecording } from './report-lines.ts'
import { ReportMapping } from './report-mapping.ts'

/** Reports of stores: those of the operator, limited to an account's data, and the account's own. */

const path = '/api/v1/distributor/reports'
const Day = Type.String({ maxLength: 10 })
const reading = { tag: 'Analytics', auth: 'apiKey', permission: 'analytics:read' } as const
const writing = { tag: 'Analytics', auth: 'apiKey', permission: 'music:write' } as const
const one = { params: Type.Object({ reportId: Id('rpt') }), notFound: 'report_not_found' } as const

/** A report of a store, limited to this account's data. */
export const StoreReport = Type.Object({
  id: Id('rpt'),
  source: Type.String({ maxLength: 64, description: 'The sender of the report' }),
  format: Type.String({ maxLength: 64, description: 'Format of the file, such as spindle or dsr' }),
  from: {
    ...Day,
    description: 'The first day of the report; for a report of the operator, of its lines for this account',
  },
  to: { ...Day, description: 'The last day' },
  lines: Type.Integer({ minimum: 0, description: 'Number of lines that match releases of this account' }),
  totals: MetricValues,
  importedAt: { ...Timestamp, description: 'When the report was imported' },
  actor: { ...Actor, description: 'Who imported it. Only they can undo it' },
  status: OneOf(reportStatuses, { description: 'Replaced and undone reports are no longer counted' }),
  replacedBy: Described(Nullable(Id('rpt')), 'The report that replaced it; null if none did'),
  waitingLines: Type.Integer({
    minimum: 0,
    description:
      'Number of lines for recordings that the account has not released; always 0 for reports of the operator',
  }),
  filename: Nullable(Type.String({ maxLength: 500, description: 'null for reports of the operator' })),
  skippedLines: Type.Integer({
    minimum: 0,
    description: 'Number of lines that `skip` of the mapping left out; always 0 for reports of the operator',
  }),
  setAsideLines: Type.Integer({
    minimum: 0,
    description: 'Number of lines that could not be read and do not count; always 0 for reports of the operator',
  }),
  reported: Nullable(
    Type.Object(
      {
        from: { ...Day, description: 'First reporting date' },
        to: { ...Day, description: 'Last reporting date, inclusive' },
      },
      { description: 'First and last reporting date of the statement; null if the mapping names none' },
    ),
  ),
  messageId: Nullable(
    Type.String({ maxLength: 500, description: 'MessageId of a DDEX message; null for reports of the operator' }),
  ),
})
export type StoreReport = Static<typeof StoreReport>

/** Answer of `createReport`. */
export const ImportedReport = Type.Object({
  ...StoreReport.properties,
  setAside: Type.Array(SetAsideLine, {
    maxItems: 20,
    description: 'The first 20 lines that were set aside; `listSetAsideLines` has all of them',
  }),
})
export type ImportedReport = Static<typeof ImportedReport>

export const listReports = defineOperation({
  ...reading,
  id: 'listReports',
  method: 'GET',
  path,
  summary: 'List the store reports that are counted, newest first',
  description:
    'Each report has its numbers for this account, whether the hub operator or the account imported it. Undone and replaced reports are not listed.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(StoreReport), description: 'A page of reports' } },
  errors: ['cursor_invalid'],
})

const readable = {
  uploads: Type.Array(Text(64), {
    minItems: 1,
    maxItems: 100,
    description: 'Uploads of kind report with all parts of one report, in any order',
  }),
  source: Type.String({
    pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
    maxLength: 64,
    description: 'The sender of the report, in lower case',
    examples: ['distrokid'],
  }),
  preset: Type.Optional(
    OneOf(reportPresets, {
      description: 'Format of the file; default: recognised by its first lines. dsr: DDEX',
    }),
  ),
  mapping: Type.Optional({ ...ReportMapping, description: 'The meaning of the columns of a table' }),
  unreadable: Type.Optional(
    OneOf(reportUnreadables, {
      description:
        'What happens with lines of a table that cannot be read. refuse (default): nothing is imported. set_aside: the other lines count, and up to 1000 such lines are listed',
    }),
  ),
}

/** Body of `createReport`. `preset` and `mapping` exclude each other. */
export const NewReport = ClosedObject({
  ...readable,
  overlap: Type.Optional(
    OneOf(reportOverlaps, {
      description: 'What to do with reports from this source for the same period. If absent, the import is refused',
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
  summary: 'Import a store report, completely or not at all',
  description:
    'Lines are counted only for releases of this account. Other lines wait until the account releases their recordings. The response comes after the whole report is read: about half a minute for a million lines. If you get no response, send the request again. The same file is counted only once.',
  body: NewReport,
  grows: true,
  responses: {
    200: { schema: ImportedReport, description: 'This file was already imported as the returned report' },
    201: { schema: ImportedReport, description: 'The report, which is now counted' },
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

/** Answer of `previewReport`. */
export const ReportPreview = Type.Object({
  rows: Type.Array(ReportPreviewRow, { maxItems: 50, description: 'The first 50 lines' }),
  hasMore: Type.Boolean({ description: 'True if the report has more lines' }),
  setAside: Type.Array(SetAsideLine, {
    maxItems: 50,
    description: 'Lines near these that cannot be read, if `unreadable` is set_aside',
  }),
})
export type ReportPreview = Static<typeof ReportPreview>

export const previewReport = defineOperation({
  ...writing,
  id: 'previewReport',
  method: 'POST',
  path: `${path}/preview`,
  summary: 'Preview the first 50 lines of a report and the releases they match',
  description: 'Stores nothing. Reports problems in these lines in the same way as `createReport`.',
  body: ReportToPreview,
  responses: { 200: { schema: ReportPreview, description: 'The parsed lines' } },
  errors: ['upload_reference_unknown', 'upload_incomplete', 'storage_unavailable'],
})

export const getReport = defineOperation({
  ...reading,
  ...one,
  id: 'getReport',
  method: 'GET',
  path: `${path}/{reportId}`,
  summary: 'Get one report with its numbers for the account',
  responses: { 200: { schema: StoreReport, description: 'The report' } },
  errors: [],
})

export const listWaitingRecordings = defineOperation({
  ...reading,
  ...one,
  id: 'listWaitingRecordings',
  method: 'GET',
  path: `${path}/{reportId}/waiting`,
  summary: 'List the waiting lines of a report, by ISRC and UPC',
  description:
    'Only for reports of the account. Lines in reports of the operator are not included. The hub checks waiting lines every hour.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(WaitingRecording), description: 'A page of recordings and products' } },
  errors: ['cursor_invalid'],
})

export const listSetAsideLines = defineOperation({
  ...reading,
  ...one,
  id: 'listSetAsideLines',
  method: 'GET',
  path: `${path}/{reportId}/set-aside`,
  summary: 'List the lines of a report that could not be read',
  description:
    'Only for reports of the account that were imported with `unreadable`: `set_aside`, in the order of the file.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(SetAsideLine), description: 'A page of lines' } },
  errors: ['cursor_invalid'],
})

export const undoReport = defineOperation({
  ...writing,
  ...one,
  id: 'undoReport',
  method: 'DELETE',
  path: `${path}/{reportId}`,
  summary: 'Undo a report',
  description:
    'Only for reports of the account. A report that it replaced is not restored automatically: import that report again.',
  responses: { 200: { schema: StoreReport, description: 'The report, which is no longer counted' } },
  errors: ['state_conflict'],
})

/** The operations of this file. */
export const reportOperations = [
  listReports,
  createReport,
  previewReport,
  getReport,
  listWaitingRecordings,
  listSetAsideLines,
  undoReport,
] as const
