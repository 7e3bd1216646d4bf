import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { UploadReference } from '../../releases/release-members.ts'
import { Release } from '../../releases/release-model.ts'
import { ClosedObject, Text } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** Body of the single-asset API (interface 2.7): exactly these three members. */
export const LegacyReleaseInput = ClosedObject({
  type: Type.Literal('MUSIC', { description: 'Always MUSIC' }),
  title: Text(500, { pattern: '\\S', description: 'Title of the release and of its one track' }),
  uploadId: UploadReference('Upload of kind audio of this account'),
})
export type LegacyReleaseInput = requests.LegacyReleaseInput

/**
 * Creates a one-track single (`legacy: true`) in the same store. The single-asset API has no members for label, artist
 * or lines, so the hub fills them from the account; see the rules for legacy releases.
 */
export const createLegacyRelease = defineOperation({
  id: 'createLegacyRelease',
  method: 'POST',
  path: '/api/v1/distributor/releases',
  summary: 'Create a single-asset release',
  description:
    'Deprecated: use createRelease. The release is submitted automatically after its upload is analysed, unless findings block it. Responses have Deprecation (RFC 9745) and Link rel="successor-version".',
  tag: 'Legacy',
  auth: 'apiKey',
  permission: 'music:write',
  body: LegacyReleaseInput,
  responses: { 201: { schema: Release, description: 'The release, a one-track single' } },
  grows: true,
  errors: ['quota_exceeded', 'upload_reference_unknown', 'upload_incomplete'],
  deprecated: true,
})

/** The operations of this file. */
export const legacyReleaseOperations = [createLegacyRelease] as const
