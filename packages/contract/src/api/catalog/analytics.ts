import type { Static } from 'typebox'
import {
  type AnalyticsDimension,
  analyticsDimensions,
  analyticsMetrics,
  analyticsSourceKinds,
  comparisons,
  countedKinds,
  granularities,
  playSources,
} from '../../definition/closed-lists.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { listed } from '../../releases/listed-members.ts'
import { commercialModels } from '../../releases/release-vocabulary.ts'
import { CalendarDate, Described, Id, Nullable, OneOf, Text, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { MetricValues } from './metric-values.ts'

/** Analytics: numbers by day and dimension, and where each comes from. */

const Count = Type.Integer({ minimum: 0 })

const groupValues: Readonly<Record<AnalyticsDimension, string>> = {
  release: 'Id of the release',
  track: 'Id of the track',
  outlet: 'Id of the outlet',
  property: 'Id of the property',
  territory: 'Country of the listeners, ISO 3166-1 alpha-2',
  source: 'How listeners found the track',
  model: 'How listeners pay',
}

/** The numbers of one period and group. */
export const AnalyticsRow = Type.Object({
  date: Nullable(Type.String({ maxLength: 10, description: 'First day of the period; null with granularity total' })),
  group: Type.Object(
    Object.fromEntries(analyticsDimensions.map((name) => [name, groupValue(name)])) as Record<
      AnalyticsDimension,
      ReturnType<typeof groupValue>
    >,
    { description: 'A value for each dimension of groupBy; null if the reports have none' },
  ),
  metrics: MetricValues,
})
export type AnalyticsRow = Static<typeof AnalyticsRow>

/** Where numbers come from, how often, and how final they are. */
export const AnalyticsSource = Type.Object({
  outlet: Type.String({ maxLength: 64, description: 'Id of the outlet that the numbers come from' }),
  name: Type.String({
    maxLength: 200,
    description: 'Current name of the outlet; its id if the hub has no such outlet',
  }),
  property: Nullable(Type.String({ maxLength: 64, description: 'The property, if the outlet is a property' })),
  kind: OneOf(analyticsSourceKinds, {
    description: 'What the numbers are: plays of properties, a store report, or demo data of the sandbox',
  }),
  cadence: OneOf(['continuous', 'daily', 'weekly', 'monthly'] as const, {
    description: 'How often new numbers arrive',
  }),
  asOf: { ...Timestamp, description: 'When the latest numbers of this source were received' },
  completeThrough: Nullable(
    Type.String({
      maxLength: 10,
      description: 'The last day that this source has completed. Late events may still arrive',
    }),
  ),
  final: Type.Boolean({ description: 'True if the numbers of the range can no longer change' }),
})
export type AnalyticsSource = Static<typeof AnalyticsSource>

/** How many releases and tracks of a page are named. */
export const maxAnalyticsNames = 1_000

/** What a release or track in the rows is called at present. */
export const AnalyticsName = Type.Object({
  title: listed.title,
  artist: listed.displayArtist,
  isrc: Nullable(
    Type.String({ maxLength: 12, description: 'ISRC of a track; null for a release, and for a track without one' }),
  ),
})
export type AnalyticsName = Static<typeof AnalyticsName>

const Percentage = Type.Optional(
  Nullable(Type.Number({ description: 'Change in percent; null if there was nothing in the previous range' })),
)

/** The same numbers in the period before. */
export const AnalyticsComparison = Type.Object({
  range: Described(
    Type.Object({
      from: Type.String({ maxLength: 10, description: 'First day (UTC)' }),
      to: Type.String({ maxLength: 10, description: 'Last day (UTC), inclusive' }),
    }),
    'The previous range of the same length',
  ),
  totals: MetricValues,
  change: Described(
    Type.Object({ streams: Percentage, playedMs: Percentage }),
    'Change of the totals from the previous range to the requested one',
  ),
  data: Type.Array(AnalyticsRow, {
    maxItems: 400,
    description: 'Rows of the previous range; empty with groupBy, which compares only totals',
  }),
})
export type AnalyticsComparison = Static<typeof AnalyticsComparison>

/** Answer of both analytics operations: range, totals, sources, and a page of rows. */
export const Analytics = Type.Object({
  range: Described(
    Type.Object({
      from: Type.String({ maxLength: 10, description: 'First day (UTC)' }),
      to: Type.String({ maxLength: 10, description: 'The last day, inclusive' }),
      granularity: OneOf(granularities, { description: 'The period of each row; total: the whole range' }),
      timeZone: Type.Literal('UTC', { description: 'Days, weeks and months are in UTC' }),
    }),
    'The range of the numbers',
  ),
  totals: MetricValues,
  comparison: Type.Optional({ ...AnalyticsComparison, description: 'Only with compare=previous' }),
  meta: Described(
    Type.Object({
      sources: Described(Type.Array(AnalyticsSource, { maxItems: 10_000 }), 'Each source of numbers in the answer'),
      unavailable: Type.Array(OneOf(analyticsMetrics), {
        maxItems: analyticsMetrics.length,
        description: 'Metrics that no source reports. They are unknown, not 0',
      }),
      sandbox: Type.Boolean({ description: 'True if the numbers include generated demo data' }),
      names: Type.Optional(
        Type.Record(Type.String({ maxLength: 30 }), AnalyticsName, {
          description: `Titles of the releases and tracks in the rows, with the ISRC of tracks, by id, at most ${maxAnalyticsNames}; with groupBy release or track`,
        }),
      ),
      nextDayAt: {
        ...Timestamp,
        description:
          'When the current day will be complete. The default range has only complete days and includes it from then on',
      },
    }),
    'Where the numbers come from',
  ),
  data: Described(Type.Array(AnalyticsRow, { maxItems: 10_000 }), 'The rows of this page'),
  page: Described(
    Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 10_000, description: 'The greatest number of rows on a page' }),
      nextCursor: Nullable(
        Type.String({ maxLength: 512, description: 'Send it as `cursor` to get the next page; null on the last page' }),
      ),
      hasMore: Type.Boolean({ description: 'True if there is a next page' }),
      total: Type.Optional(Described(Count, 'Number of rows on all pages; only with count=true')),
    }),
    'The position of the page in the rows',
  ),
})
export type Analytics = Static<typeof Analytics>

const listOf = (what: string, names: readonly string[]) =>
  Text(200, { description: `${what}, separated by commas: ${names.join(', ')}` })

const query = Type.Object({
  kind: Type.Optional(OneOf(countedKinds, { description: 'plays (default), or the numbers from store reports' })),
  from: Type.Optional({ ...CalendarDate, description: 'First day (UTC); default 27 days before `to`' }),
  to: Type.Optional({ ...CalendarDate, description: 'Last day (UTC), inclusive; default yesterday. At most 400 days' }),
  granularity: Type.Optional(OneOf(granularities, { description: 'Default day, or month for reports' })),
  groupBy: Type.Optional(listOf('At most two dimensions', analyticsDimensions)),
  metrics: Type.Optional(listOf('Default all', analyticsMetrics)),
  releaseId: Type.Optional(Id('rel')),
  trackId: Type.Optional(Id('trk')),
  isrc: Type.Optional(Text(40, { description: 'ISRC in any format' })),
  upc: Type.Optional(Text(40, { description: 'UPC, EAN or GTIN-14 in any format' })),
  outlet: Type.Optional(Text(64, { description: 'Id of an outlet' })),
  property: Type.Optional(Text(64, { description: 'Id of a property' })),
  territory: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2, description: 'ISO 3166-1 alpha-2', examples: ['DE'] }),
  ),
  source: Type.Optional(OneOf(playSources, { description: 'How listeners found the track' })),
  model: Type.Optional(OneOf(commercialModels, { description: 'How listeners pay' })),
  compare: Type.Optional(OneOf(comparisons, { description: 'Adds the previous range of the same length' })),
  format: Type.Optional(
    OneOf(['json', 'csv'] as const, {
      default: 'json',
      description: 'Format of the response. Without it, Accept decides',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Rows per page, default 1000. Without it, csv has all rows',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'page.nextCursor of the previous page' }),
  ),
  count: Type.Optional(Type.Boolean({ default: false, description: 'true adds page.total' })),
})

const description =
  'Rows are sorted by date, then by group. With granularity total, they are sorted by streams, highest first. Days, weeks and months are in UTC. The numbers are updated within seconds of the plays. With kind=report, the numbers come from store reports, by month or in total, by default for the last twelve complete months. A number is included if its whole period is in the range.'

const reading = {
  method: 'GET',
  tag: 'Analytics',
  auth: 'apiKey',
  permission: 'analytics:read',
  description,
  query,
  responses: {
    200: { schema: Analytics, description: 'Totals, rows and their sources', mediaTypes: ['text/csv'] },
  },
  errors: ['cursor_invalid'],
  defaultLimit: 1000,
} as const

/** Releases of the music family: everything but what the single-asset API made. */
export const getMusicAnalytics = defineOperation({
  ...reading,
  id: 'getMusicAnalytics',
  path: '/api/v1/music-distributor/analytics',
  summary: 'Get analytics for releases with tracks',
})

/** Everything the account has, legacy single assets included. */
export const getDistributorAnalytics = defineOperation({
  ...reading,
  id: 'getDistributorAnalytics',
  path: '/api/v1/distributor/analytics',
  summary: 'Get analytics for the whole account',
})

/** The query both take. */
export type AnalyticsQuery = requests.AnalyticsQuery

function groupValue(name: AnalyticsDimension) {
  return Type.Optional(Nullable(Type.String({ maxLength: 64, description: groupValues[name] })))
}

/** The operations of this file. */
export const analyticsOperations = [getMusicAnalytics, getDistributorAnalytics] as const
