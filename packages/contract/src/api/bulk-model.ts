import type { Static } from 'typebox'
import { bulkActions, bulkOutcomes, bulkStatuses } from '../definition/exchange-lists.ts'
import type * as requests from '../definition/request-types.ts'
import { searchQuery } from '../releases/release-listing.ts'
import { ReleasePatch } from '../releases/release-model.ts'
import { ClosedObject, CreatedAt, Described, Id, Nullable, OneOf, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { catalogFilters } from './catalog/catalog.ts'
import { TakedownRequest } from './releases/takedowns.ts'

/** Bulk jobs: one action for many releases, and the outcome of each. */

/** The most releases of one bulk job. */
export const maxBulkReleases = 10_000

const Revision = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'The release is refused if it has another revision when its turn comes; absent means any',
})

/** One release of a bulk job, with what is only for it. */
export const BulkTarget = ClosedObject({
  id: Id('rel'),
  revision: Type.Optional(Revision),
  patch: Type.Optional(
    Described(ReleasePatch, 'The patch of this release; only with action patch, in place of `patch`'),
  ),
})
export type BulkTarget = Static<typeof BulkTarget>

/** The releases of the catalog that match all of these. */
export const BulkFilters = ClosedObject({ ...searchQuery, ...catalogFilters })
export type BulkFilters = Static<typeof BulkFilters>

const OutletIds = (description: string) => Type.Array(Text(64), { minItems: 1, maxItems: 200, description })

/** How action outlets changes `outlets` of each release. */
export const BulkOutlets = ClosedObject({
  set: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: 64 },
      maxItems: 200,
      description: 'Replaces the list of outlets; null means all outlets. Not together with add or remove',
    }),
  ),
  add: Type.Optional(OutletIds('Outlets that are added to the list')),
  remove: Type.Optional(OutletIds('Outlets that are removed from the list, or from all outlets if there is no list')),
})
export type BulkOutlets = Static<typeof BulkOutlets>

/** Body of `createBulk`. */
export const NewBulk = ClosedObject(
  {
    action: OneOf(bulkActions, {
      description:
        'patch: change metadata. validate: check against the rules of today. submit: submit for delivery. takedown: take down. outlets: change the list of outlets. redeliver: retry failed and refused deliveries',
    }),
    ids: Type.Optional(
      Type.Array(Id('rel'), { minItems: 1, maxItems: maxBulkReleases, description: 'The releases, by id' }),
    ),
    releases: Type.Optional(
      Type.Array(BulkTarget, {
        minItems: 1,
        maxItems: maxBulkReleases,
        description: 'The releases, with a revision or a patch for each. In place of `ids`',
      }),
    ),
    filters: Type.Optional(
      Described(
        BulkFilters,
        'The releases that match now, as in the catalog; {} means all. In place of `ids`. Requires catalog:read',
      ),
    ),
    patch: Type.Optional(Described(ReleasePatch, 'The patch of all releases (RFC 7396); only with action patch')),
    outlet: Type.Optional(
      Text(64, {
        description: 'Id of an outlet: validate returns only its findings, redeliver retries only its deliveries',
      }),
    ),
    takedown: Type.Optional(Described(TakedownRequest, 'Required with action takedown')),
    outlets: Type.Optional(Described(BulkOutlets, 'Required with action outlets')),
    expectedCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxBulkReleases,
        description: 'The number of releases that you expect. Required with action takedown, unless it is a dry run',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'true: determines the outcome of each release and changes nothing' }),
    ),
  },
  {
    examples: [
      { action: 'patch', filters: { label: 'Blue Lamp' }, patch: { label: 'Blue Lamp Records' }, dryRun: true },
    ],
  },
)
export type NewBulk = requests.NewBulk

const Count = (description: string) => Type.Integer({ minimum: 0, maximum: maxBulkReleases, description })

/** A bulk job with its progress. */
export const Bulk = Type.Object({
  id: Id('blk'),
  action: OneOf(bulkActions, { description: 'What is done with each release' }),
  status: OneOf(bulkStatuses, {
    description:
      'running: releases are done one after the other. paused: waits until it is resumed. completed: each release has an outcome. cancelled: the rest is not done',
  }),
  dryRun: Type.Boolean({ description: 'true: nothing is changed' }),
  undoOf: Described(Nullable(Id('blk')), 'The bulk job that this one undoes; null for others'),
  counts: Type.Object(
    {
      total: Count('Number of releases'),
      waiting: Count('Releases without an outcome'),
      done: Count('Releases that the action changed, or that passed validation'),
      unchanged: Count('Releases that were already so'),
      refused: Count('Releases that the action was refused for, or that failed validation'),
    },
    { description: 'The number of releases by outcome' },
  ),
  createdAt: CreatedAt,
  endedAt: Nullable({ ...Timestamp, description: 'When it was completed or cancelled; null before' }),
})
export type Bulk = Static<typeof Bulk>

/** What became of one release. */
export const BulkRelease = Type.Object({
  releaseId: Id('rel'),
  title: Nullable(Type.String({ maxLength: 500, description: 'Current title; null if there is no such release' })),
  displayArtist: Nullable(Type.String({ maxLength: 1000, description: 'Current artist; null if there is none' })),
  outcome: OneOf(bulkOutcomes, {
    description:
      'waiting: its turn has not come. done: the action was carried out, or the release passed validation. unchanged: it was already so. refused: nothing was changed; see code',
  }),
  revision: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'Revision after the action; in a dry run, the revision it would get. null if refused or waiting',
    }),
  ),
  code: Nullable(Type.String({ maxLength: 64, description: 'Code of the error if refused, such as field_locked' })),
  message: Nullable(Type.String({ maxLength: 4000, description: 'What happened and what to do; null if not refused' })),
  errors: Described(
    Type.Array(
      Type.Object({
        pointer: Type.String({ maxLength: 500, description: 'JSON Pointer to the field' }),
        code: Type.String({ maxLength: 64, description: 'Code of the problem, or of the finding' }),
        message: Type.String({ maxLength: 2000, description: 'What is wrong with the field' }),
        fix: Type.Optional(Type.String({ maxLength: 1000, description: 'How to correct it' })),
      }),
      { maxItems: 100 },
    ),
    'Each locked or invalid field, and each finding that blocks submission; at most 100',
  ),
  at: Nullable({ ...Timestamp, description: 'When the outcome was determined; null while it is waiting' }),
})
export type BulkRelease = Static<typeof BulkRelease>
