import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { releaseStatuses, releaseTypes } from '../releases/release-vocabulary.ts'
import { Id, Nullable, OneOf, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { attentionReasons } from './closed-lists.ts'

/** The account at a glance: what it has, what needs somebody, and how it is heard. */

const Count = Type.Integer({ minimum: 0 })

const summarisedRelease = {
  id: Id('rel'),
  title: Type.String({ maxLength: 500 }),
  displayArtist: Nullable(Type.String({ maxLength: 500 })),
  type: OneOf(releaseTypes),
  status: OneOf(releaseStatuses),
  coverUploadId: Nullable(Id('upl')),
  trackCount: Type.Integer({ minimum: 0, maximum: 500 }),
  updatedAt: Timestamp,
}

/** How many releases a summary names of those that need somebody, and of the drafts. */
export const maxSummarised = 10

/** A release that does not go on by itself. */
export const AttentionItem = Type.Object({
  ...summarisedRelease,
  reason: OneOf(attentionReasons, {
    description:
      'changes_requested and rejected: by the review. refused: by outlets, the release or some of its tracks. delivery_failed: an outlet was not reached. findings: errors stop the submission',
  }),
  errors: Type.Integer({ minimum: 0, maximum: 100_000, description: 'Findings that stop a submission' }),
  message: Nullable(
    Type.String({ maxLength: 1000, description: "The reviewer's note, or what the first finding says; null without" }),
  ),
  pointer: Nullable(Type.String({ maxLength: 500, description: 'Member the message is about, RFC 6901' })),
  outlets: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 10, description: 'Outlets it is about' }),
})
export type AttentionItem = Static<typeof AttentionItem>

/** A draft that nothing stops. */
export const DraftItem = Type.Object(summarisedRelease)
export type DraftItem = Static<typeof DraftItem>

/** Streams of the last 28 whole days (UTC) and of the 28 before. */
export const StreamsSummary = Type.Object({
  from: Type.String({ maxLength: 10 }),
  to: Type.String({ maxLength: 10, description: 'The last day, included' }),
  streams: Count,
  playedMs: Nullable(Count),
  previousStreams: Count,
  changePercent: Nullable(Type.Number({ description: 'Against the period before; null where it had none' })),
  days: Type.Array(Count, { maxItems: 28, description: 'Streams of each day, the first day first' }),
  asOf: Nullable({ ...Timestamp, description: 'When the newest report came in; null where nobody reports' }),
  sandbox: Type.Boolean({ description: 'True when made-up numbers of the demo generator are among these' }),
})
export type StreamsSummary = Static<typeof StreamsSummary>

export const Summary = Type.Object({
  releases: Type.Object({
    total: Count,
    byStatus: Type.Object(
      Object.fromEntries(releaseStatuses.map((status) => [status, Count])) as Record<
        (typeof releaseStatuses)[number],
        typeof Count
      >,
    ),
  }),
  attention: Type.Object({
    total: Count,
    data: Type.Array(AttentionItem, { maxItems: maxSummarised, description: 'Changed last first' }),
  }),
  drafts: Type.Object({
    total: Count,
    data: Type.Array(DraftItem, { maxItems: maxSummarised, description: 'Changed last first' }),
  }),
  streams: Nullable({ ...StreamsSummary, description: 'null without analytics:read' }),
})
export type Summary = Static<typeof Summary>

export const getSummary = defineOperation({
  id: 'getSummary',
  method: 'GET',
  path: '/api/v1/distributor/summary',
  summary: 'Get the account at a glance: counts, what needs somebody, streams of 28 days',
  tag: 'Catalog',
  auth: 'apiKey',
  permission: 'catalog:read',
  responses: { 200: { schema: Summary, description: 'The summary' } },
  errors: [],
})

/** The operations of this file. */
export const summaryOperations = [getSummary] as const
