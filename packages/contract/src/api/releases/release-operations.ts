import { defineOperation } from '../../definition/operation.ts'
import { Delivery } from '../../releases/deliveries.ts'
import { searchQuery, sortQuery, stateQuery } from '../../releases/release-listing.ts'
import { Release, ReleaseCheck, ReleaseInput, ReleaseListItem, ReleasePatch } from '../../releases/release-model.ts'
import { releaseStatuses, releaseTypes } from '../../releases/release-vocabulary.ts'
import { Id, OneOf, PageOf, pageQuery, Text, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { ReleaseEvent } from './release-events.ts'
import { revisionOperations } from './revisions.ts'
import { takedownOperations } from './takedowns.ts'
import { trashOperations } from './trash.ts'

/** The operations of the Music Distributor API on releases. */

const path = '/api/v1/music-distributor/releases'
const params = Type.Object({ releaseId: Id('rel') })
const reading = { tag: 'Releases', auth: 'apiKey', permission: 'music:read' } as const
const writing = { tag: 'Releases', auth: 'apiKey', permission: 'music:write' } as const
const answer = (description: string) => ({ schema: Release, description })

export const createRelease = defineOperation({
  ...writing,
  id: 'createRelease',
  method: 'POST',
  path,
  summary: 'Create a release as a draft',
  description:
    'Requires title, type and tracks with title and uploadId. What is left out is filled from the defaults of the label and of the account; `filled` names it. The response lists the findings to fix before submission.',
  body: ReleaseInput,
  responses: {
    201: answer('The draft, or the submitted release if `submit` is true'),
  },
  grows: true,
  errors: ['quota_exceeded', 'upload_reference_unknown', 'upload_incomplete', 'external_id_taken', 'findings_block'],
})

export const listReleases = defineOperation({
  ...reading,
  id: 'listReleases',
  method: 'GET',
  path,
  summary: 'List releases with their tracks, newest first',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(OneOf(releaseStatuses, { description: 'Only releases with this status' })),
    type: Type.Optional(OneOf(releaseTypes, { description: 'Only releases of this type' })),
    ...searchQuery,
    upc: Type.Optional(Text(40, { description: 'UPC, EAN or GTIN-14 in any format' })),
    isrc: Type.Optional(Text(40, { description: 'ISRC of one of the tracks in any format' })),
    ...stateQuery,
    updatedSince: Type.Optional({ ...Timestamp, description: 'Only releases changed at or after this time' }),
    ...sortQuery,
  }),
  responses: { 200: { schema: PageOf(ReleaseListItem), description: 'A page of releases' } },
  errors: ['cursor_invalid'],
})

export const getRelease = defineOperation({
  ...reading,
  id: 'getRelease',
  method: 'GET',
  path: `${path}/{releaseId}`,
  summary: 'Get one release with all its details',
  params,
  responses: { 200: answer('The release') },
  notFound: 'release_not_found',
  errors: [],
  conditional: true,
})

export const updateRelease = defineOperation({
  ...writing,
  id: 'updateRelease',
  method: 'PATCH',
  path: `${path}/{releaseId}`,
  summary: 'Change a release (JSON Merge Patch)',
  description:
    'Absent members do not change, null removes a member, and arrays are replaced completely. Send the id of a track to keep its identity. Until a release goes live, the audio of a delivered track can be replaced: send its id, the new `uploadId` and `audioChangeReason`. ISRC and UPC stay.',
  params,
  body: ReleasePatch,
  bodyMediaTypes: ['application/merge-patch+json', 'application/json'],
  responses: { 200: answer('The changed release') },
  notFound: 'release_not_found',
  grows: true,
  errors: [
    'quota_exceeded',
    'state_conflict',
    'field_locked',
    'upload_reference_unknown',
    'upload_incomplete',
    'external_id_taken',
  ],
  conditional: true,
})

export const deleteRelease = defineOperation({
  ...writing,
  id: 'deleteRelease',
  method: 'DELETE',
  path: `${path}/{releaseId}`,
  summary: 'Delete a draft',
  description:
    'It moves to the trash, from which it can be restored until it expires. Its UPC, ISRCs and `externalId` are free, its uploads are kept.',
  params,
  responses: { 204: { schema: null, description: 'The draft was deleted' } },
  notFound: 'release_not_found',
  errors: ['state_conflict'],
  conditional: true,
})

export const validateRelease = defineOperation({
  ...writing,
  id: 'validateRelease',
  method: 'POST',
  path: `${path}/{releaseId}/validate`,
  summary: 'Check a release against all rules without changing it',
  description:
    'Findings with `outlets` apply only to those outlets. With the `outlet` parameter, you get only the findings that apply to that outlet.',
  params,
  query: Type.Object({
    outlet: Type.Optional(Text(64, { description: 'Id of an outlet. Returns only findings that apply to it' })),
  }),
  responses: { 200: { schema: ReleaseCheck, description: 'All findings' } },
  notFound: 'release_not_found',
  errors: [],
})

export const submitRelease = defineOperation({
  ...writing,
  id: 'submitRelease',
  method: 'POST',
  path: `${path}/{releaseId}/submit`,
  summary: 'Submit a release for delivery',
  description:
    'Locks the revision. Also use it to deliver changes of a live release, or to deliver a release again after a takedown. A release with `replaces` takes the codes of that release.',
  params,
  responses: { 200: answer('The submitted release') },
  notFound: 'release_not_found',
  grows: true,
  errors: ['quota_exceeded', 'state_conflict', 'field_locked', 'findings_block'],
})

export const withdrawRelease = defineOperation({
  ...writing,
  id: 'withdrawRelease',
  method: 'POST',
  path: `${path}/{releaseId}/withdraw`,
  summary: 'Withdraw a submission that is not approved yet',
  params,
  responses: { 200: answer('The release, a draft again') },
  notFound: 'release_not_found',
  errors: ['state_conflict'],
})

export const discardReleaseChanges = defineOperation({
  ...writing,
  id: 'discardReleaseChanges',
  method: 'POST',
  path: `${path}/{releaseId}/discard-changes`,
  summary: 'Discard the unsubmitted changes of a release',
  description:
    'Metadata and tracks become those of the last submitted revision again, as a new revision. Outlets get nothing. Without unsubmitted changes, the release stays as it is. Withdraw changes that wait for review first.',
  params,
  responses: { 200: answer('The release as it was last submitted') },
  notFound: 'release_not_found',
  grows: true,
  errors: ['quota_exceeded', 'state_conflict', 'external_id_taken'],
  conditional: true,
})

export const cloneRelease = defineOperation({
  ...writing,
  id: 'cloneRelease',
  method: 'POST',
  path: `${path}/{releaseId}/clone`,
  summary: 'Copy a release into a new draft',
  description:
    'Works in every status, and for deleted drafts in the trash. Identifiers that must stay unique (upc, grid, externalId) are not copied. Tracks keep their ISRCs, because the audio is the same.',
  params,
  responses: { 201: answer('The new draft') },
  notFound: 'release_not_found',
  grows: true,
  errors: ['quota_exceeded'],
})

export const listReleaseEvents = defineOperation({
  ...reading,
  id: 'listReleaseEvents',
  method: 'GET',
  path: `${path}/{releaseId}/events`,
  summary: 'List the events of a release, newest first',
  params,
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(ReleaseEvent), description: 'A page of events' } },
  notFound: 'release_not_found',
  errors: ['cursor_invalid'],
})

export const listReleaseDeliveries = defineOperation({
  ...reading,
  id: 'listReleaseDeliveries',
  method: 'GET',
  path: `${path}/{releaseId}/deliveries`,
  summary: 'List the deliveries of a release, one for each outlet',
  params,
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(Delivery), description: 'A page of deliveries' } },
  notFound: 'release_not_found',
  errors: ['cursor_invalid'],
})

export const retryDelivery = defineOperation({
  ...writing,
  id: 'retryDelivery',
  method: 'POST',
  path: `${path}/{releaseId}/deliveries/{deliveryId}/retry`,
  summary: 'Retry a delivery that failed, was refused or was taken down',
  params: Type.Object({ releaseId: Id('rel'), deliveryId: Id('dlv') }),
  responses: { 202: { schema: Delivery, description: 'The delivery, queued again' } },
  notFound: 'delivery_not_found',
  errors: ['release_not_found', 'state_conflict'],
})

/** The operations on releases, in the order of the documentation. */
export const releaseOperations = [
  createRelease,
  listReleases,
  getRelease,
  updateRelease,
  deleteRelease,
  validateRelease,
  submitRelease,
  withdrawRelease,
  discardReleaseChanges,
  ...takedownOperations,
  cloneRelease,
  ...trashOperations,
  ...revisionOperations,
  listReleaseEvents,
  listReleaseDeliveries,
  retryDelivery,
] as const
