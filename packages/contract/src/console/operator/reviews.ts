import type { Static } from 'typebox'
import { RevisionChange } from '../../api/releases/revisions.ts'
import { getUploadAudio, getUploadImage, Upload } from '../../api/uploads.ts'
import { defineOperation, type Operation } from '../../definition/operation.ts'
import { Release, ReviewIssue } from '../../releases/release-model.ts'
import { releaseStatuses, releaseTypes } from '../../releases/release-vocabulary.ts'
import { ClosedObject, Id, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'

/** Releases that wait for the operator, and what the operator decides about releases of any account. */

const revision = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The reviewed revision' })
const accountName = Type.String({ maxLength: 200 })
const outletId = Type.String({ minLength: 1, maxLength: 64 })

/** Who reviews a release, so that no second person does. */
export const ReviewClaim = Type.Object({
  userId: Id('usr'),
  name: Type.String({ maxLength: 200 }),
  at: Timestamp,
})
export type ReviewClaim = Static<typeof ReviewClaim>

/** One line of the queue. */
export const ReviewItem = Type.Object({
  releaseId: Id('rel'),
  accountId: Id('acc'),
  accountName,
  title: Type.String({ maxLength: 500 }),
  displayArtist: Nullable(Type.String({ maxLength: 2000 })),
  type: OneOf(releaseTypes),
  status: OneOf(releaseStatuses),
  revision,
  isUpdate: Type.Boolean({ description: 'Outlets have the previous revision' }),
  errors: Type.Integer({ minimum: 0 }),
  warnings: Type.Integer({ minimum: 0 }),
  submittedAt: Timestamp,
  claim: Nullable(ReviewClaim),
})
export type ReviewItem = Static<typeof ReviewItem>

/** A release as its reviewer sees it. */
export const ReviewDetail = Type.Object({
  accountId: Id('acc'),
  accountName,
  displayArtist: Nullable(Type.String({ maxLength: 2000 })),
  isWaiting: Type.Boolean({ description: 'false after the decision: audio and images are no longer accessible' }),
  isUpdate: Type.Boolean({ description: 'Outlets have the previous revision' }),
  approvedRevision: Nullable(revision),
  claim: Nullable(ReviewClaim),
  release: Release,
  uploads: Type.Array(Upload, { maxItems: 1000, description: 'All files that the release uses' }),
  changes: Type.Array(RevisionChange, {
    description: 'Changes since the last approved revision; empty if none was approved',
  }),
  audioChangeReasons: Type.Array(Type.String({ maxLength: 1000 }), {
    maxItems: 100,
    description: 'Why the account replaced audio since the last approved revision, oldest first',
  }),
  heldAt: Type.Array(outletId, { maxItems: 1000, description: 'Outlets where the operator took the release down' }),
  heldReleases: Type.Array(Type.Object({ id: Id('rel'), title: Type.String({ maxLength: 500 }) }), {
    maxItems: 100,
    description: 'Other releases of the account with one of its recordings that the operator took down',
  }),
})
export type ReviewDetail = Static<typeof ReviewDetail>

const path = '/console/api/operator/reviews/{releaseId}'
const params = Type.Object({ releaseId: Id('rel') })
const fileParams = Type.Object({ releaseId: Id('rel'), uploadId: Id('upl') })
const done = { 204: { schema: null, description: 'Done' } }
const decision = { ...forOperators, method: 'POST', params, responses: done, notFound: 'release_not_found' } as const

export const listReviews = defineOperation({
  ...forOperators,
  id: 'listReviews',
  method: 'GET',
  path: '/console/api/operator/reviews',
  summary: 'List the releases waiting for review, oldest first',
  query: Type.Object({
    ...pageQuery,
    accountId: Type.Optional(Id('acc')),
    kind: Type.Optional(
      OneOf(['new', 'update'], { description: 'Not approved before, or a new revision of an approved release' }),
    ),
  }),
  responses: { 200: { schema: PageOf(ReviewItem), description: 'The releases' } },
  errors: ['cursor_invalid'],
})

export const getReview = defineOperation({
  ...forOperators,
  id: 'getReview',
  method: 'GET',
  path,
  summary: 'Get a release of any account, with its files and the changes since it was last approved',
  params,
  responses: { 200: { schema: ReviewDetail, description: 'The release' } },
  notFound: 'release_not_found',
  errors: [],
})

export const getReviewAudio = defineOperation({
  ...forOperators,
  id: 'getReviewAudio',
  method: 'GET',
  path: `${path}/audio/{uploadId}`,
  summary: 'Play the audio of a release that is waiting for review',
  params: fileParams,
  responses: getUploadAudio.responses,
  notFound: 'upload_not_found',
  errors: getUploadAudio.errors,
  conditional: true,
})

export const getReviewImage = defineOperation({
  ...forOperators,
  id: 'getReviewImage',
  method: 'GET',
  path: `${path}/image/{uploadId}`,
  summary: 'Get the cover of a release that is waiting for review',
  params: fileParams,
  query: getUploadImage.query,
  responses: getUploadImage.responses,
  notFound: 'upload_not_found',
  errors: getUploadImage.errors,
  conditional: true,
})

export const claimReview = defineOperation({
  ...decision,
  id: 'claimReview',
  path: `${path}/claim`,
  summary: 'Assign a review to yourself',
  body: ClosedObject({
    revision,
    takesOver: Type.Optional(Type.Boolean({ description: 'true takes over the review from the current assignee' })),
  }),
  errors: ['state_conflict'],
})

export const approveReview = defineOperation({
  ...decision,
  id: 'approveReview',
  path: `${path}/approve`,
  summary: 'Approve a revision and start its deliveries',
  body: ClosedObject({ revision }),
  errors: ['state_conflict', 'field_locked'],
})

export const requestReviewChanges = defineOperation({
  ...decision,
  id: 'requestReviewChanges',
  path: `${path}/request-changes`,
  summary: 'Send a release back to its account with the required changes',
  body: ClosedObject({
    revision,
    issues: Type.Array(
      ClosedObject({
        pointer: { ...ReviewIssue.properties.pointer, pattern: '^(/[^\\u0000-\\u001F]*)?$' },
        note: Text(1000, { examples: ['Spell it as on the cover.'] }),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  }),
  errors: ['state_conflict'],
})

export const rejectReview = defineOperation({
  ...decision,
  id: 'rejectReview',
  path: `${path}/reject`,
  summary: 'Reject a release permanently. Its account can clone it and try again',
  body: ClosedObject({
    revision,
    code: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', examples: ['rights_conflict'] }),
    reason: Text(1000, { examples: ['The recording belongs to a third party.'] }),
  }),
  errors: ['state_conflict'],
})

const outlets = Type.Optional(Type.Array(outletId, { minItems: 1, maxItems: 1000, description: 'Absent: all outlets' }))

export const holdRelease = defineOperation({
  ...decision,
  id: 'holdRelease',
  path: '/console/api/operator/releases/{releaseId}/hold',
  summary: 'Take down a release of any account. The account cannot undo it',
  body: ClosedObject({ outlets, reason: Text(1000, { examples: ['Court order 7'] }) }),
  errors: ['state_conflict'],
})

export const reinstateRelease = defineOperation({
  ...decision,
  id: 'reinstateRelease',
  path: '/console/api/operator/releases/{releaseId}/reinstate',
  summary: 'Reinstate a release at outlets where the operator took it down',
  body: ClosedObject({ outlets }),
  errors: ['state_conflict'],
})

export const reviewOperations: readonly Operation[] = [
  listReviews,
  getReview,
  getReviewAudio,
  getReviewImage,
  claimReview,
  approveReview,
  requestReviewChanges,
  rejectReview,
  holdRelease,
  reinstateRelease,
]
