import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { listed } from '../../releases/listed-members.ts'
import { Release } from '../../releases/release-model.ts'
import { releaseTypes } from '../../releases/release-vocabulary.ts'
import { Described, Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { ReleaseEvent } from './release-events.ts'

/** The trash: deleted drafts, which can be restored until they expire. */

const common = { tag: 'Releases', auth: 'apiKey' } as const
const path = '/api/v1/music-distributor/trash'
const one = { params: Type.Object({ releaseId: Id('rel') }), notFound: 'release_not_found' } as const

/** A deleted draft in the trash, as lists show it. */
export const TrashedRelease = Type.Object({
  id: Id('rel'),
  type: OneOf(releaseTypes, { description: 'The type of the draft' }),
  title: listed.title,
  displayArtist: listed.displayArtist,
  upc: Described(listed.upc, 'UPC or EAN; null if none is set. Other releases can use it meanwhile'),
  externalId: Nullable(
    Type.String({
      maxLength: 200,
      description: 'Id in your system; null if none is set. Other releases can use it meanwhile',
    }),
  ),
  trackCount: Type.Integer({ minimum: 0, maximum: 1000, description: 'Number of tracks' }),
  deletedAt: { ...Timestamp, description: 'When the draft was deleted' },
  expiresAt: { ...Timestamp, description: 'From then on, the hub erases the draft' },
  deletedBy: Described(ReleaseEvent.properties.actor, 'Who deleted the draft'),
})
export type TrashedRelease = Static<typeof TrashedRelease>

export const listTrash = defineOperation({
  ...common,
  id: 'listTrash',
  method: 'GET',
  path,
  permission: 'music:read',
  summary: 'List the deleted drafts that can be restored, last deleted first',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(TrashedRelease), description: 'A page of deleted drafts' } },
  errors: ['cursor_invalid'],
})

export const restoreRelease = defineOperation({
  ...common,
  ...one,
  id: 'restoreRelease',
  method: 'POST',
  path: `${path}/{releaseId}/restore`,
  permission: 'music:write',
  summary: 'Restore a deleted draft from the trash',
  description:
    'The draft returns with its id, tracks and history, and is checked again. If another release has its `externalId` meanwhile, nothing is restored, and the error names the other release.',
  responses: { 200: { schema: Release, description: 'The draft' } },
  grows: true,
  errors: ['quota_exceeded', 'external_id_taken'],
})

export const eraseTrashedRelease = defineOperation({
  ...common,
  ...one,
  id: 'eraseTrashedRelease',
  method: 'DELETE',
  path: `${path}/{releaseId}`,
  permission: 'music:write',
  summary: 'Erase a deleted draft from the trash now',
  description: 'It cannot be restored. Its uploads that nothing else uses can then be deleted, or expire.',
  responses: { 204: { schema: null, description: 'The draft was erased' } },
  errors: [],
})

/** The operations of this file. */
export const trashOperations = [listTrash, restoreRelease, eraseTrashedRelease] as const
