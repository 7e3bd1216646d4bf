import type { Static } from 'typebox'
import { attentionReasons } from '../definition/closed-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import { listed } from '../releases/listed-members.ts'
import { ReleaseTypeSchema } from '../releases/release-members.ts'
import { releaseStatuses } from '../releases/release-vocabulary.ts'
import { Described, Id, Nullable, OneOf, Timestamp, UpdatedAt } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** The account at a glance: what it has, what needs a person, and its plays. */

const Count = Type.Integer({ minimum: 0 })

const summarisedRelease = {
  id: Id('rel'),
  title: listed.title,
  displayArtist: listed.displayArtist,
  type: ReleaseTypeSchema,
  status: OneOf(releaseStatuses),
  coverUploadId: listed.coverUploadId,
  trackCount: Type.Integer({ minimum: 0, maximum: 500, description: 'Number of tracks' }),
  updatedAt: UpdatedAt,
}

/** How many releases a summary lists of those that need a person, and of the drafts. */
export const maxSummarised = 10

/** A release that waits for a person. */
export const AttentionItem = Type.Object({
  ...summarisedRelease,
  reason: OneOf(attentionReasons, {
    description:
      'changes_requested and rejected: by the review. refused: outlets refused the release or some of its tracks. delivery_failed: an outlet could not be reached. findings: errors block submission',
  }),
  errors: Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of findings that block submission' }),
  message: Nullable(
    Type.String({
      maxLength: 1000,
      description: "The reviewer's note or the message of the first finding; null if there is none",
    }),
  ),
  pointer: Nullable(
    Type.String({ maxLength: 500, description: 'RFC 6901 pointer to the member that the message is about' }),
  ),
  outlets: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 10, description: 'Ids of the outlets concerned' }),
  outletNames: Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 10,
    description: 'Names of these outlets, in the same order; the id of an outlet that the hub no longer has',
  }),
})
export type AttentionItem = Static<typeof AttentionItem>

/** A draft that nothing stops. */
export const DraftItem = Type.Object(summarisedRelease)
export type DraftItem = Static<typeof DraftItem>

/** Streams of the last 28 whole days (UTC) and of the 28 before. */
export const StreamsSummary = Type.Object({
  from: Type.String({ maxLength: 10, description: 'First day (UTC) of the last 28 complete days' }),
  to: Type.String({ maxLength: 10, description: 'The last day, inclusive' }),
  streams: Described(Count, 'Number of streams in these days'),
  playedMs: Described(Nullable(Count), 'Listening time in milliseconds; null if no source reports it'),
  previousStreams: Described(Count, 'Number of streams in the 28 days before'),
  changePercent: Nullable(Type.Number({ description: 'Change from the previous period; null if that had no streams' })),
  days: Type.Array(Count, { maxItems: 28, description: 'Streams per day, in order' }),
  asOf: Nullable({ ...Timestamp, description: 'When the latest report was received; null if there are no reports' }),
  sandbox: Type.Boolean({ description: 'True if the numbers include generated demo data' }),
})
export type StreamsSummary = Static<typeof StreamsSummary>

export const Summary = Type.Object({
  releases: Described(
    Type.Object({
      total: Described(Count, 'Number of releases'),
      byStatus: Described(
        Type.Object(
          Object.fromEntries(
            releaseStatuses.map((status) => [status, Described(Count, `Number of releases with the status ${status}`)]),
          ) as Record<(typeof releaseStatuses)[number], typeof Count>,
        ),
        'Number of releases in each status',
      ),
    }),
    'All releases of the account',
  ),
  attention: Described(
    Type.Object({
      total: Described(Count, 'Number of these releases; `data` has the first'),
      data: Type.Array(AttentionItem, {
        maxItems: maxSummarised,
        description: 'Answers of reviews and outlets first, then findings; of each the most recently changed first',
      }),
    }),
    'Releases that need a person',
  ),
  drafts: Described(
    Type.Object({
      total: Described(Count, 'Number of these drafts; `data` has the first'),
      data: Type.Array(DraftItem, { maxItems: maxSummarised, description: 'Most recently changed first' }),
    }),
    'Drafts without findings that block submission',
  ),
  unsentChanges: Type.Object(
    {
      total: Described(Count, 'Number of these releases; `data` has the first'),
      data: Type.Array(DraftItem, { maxItems: maxSummarised, description: 'Most recently changed first' }),
    },
    { description: 'Releases whose latest changes outlets do not have, because they were not submitted' },
  ),
  streams: Nullable({ ...StreamsSummary, description: 'null without the permission analytics:read' }),
})
export type Summary = Static<typeof Summary>

export const getSummary = defineOperation({
  id: 'getSummary',
  method: 'GET',
  path: '/api/v1/distributor/summary',
  summary: 'Get an overview of the account: counts, releases to act on, 28 days of streams',
  tag: 'Catalog',
  auth: 'apiKey',
  permission: 'catalog:read',
  responses: { 200: { schema: Summary, description: 'The summary' } },
  errors: [],
})

/** The operations of this file. */
export const summaryOperations = [getSummary] as const
