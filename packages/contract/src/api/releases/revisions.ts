import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { Release, ReleaseContent } from '../../releases/release-model.ts'
import { Described, Id, Nullable, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { ReleaseEvent } from './release-events.ts'

/** The revisions of a release that were submitted: listed, read, compared, and restored as changes. */

const common = { tag: 'Releases', auth: 'apiKey' } as const
const path = '/api/v1/music-distributor/releases/{releaseId}/revisions'
const RevisionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the revision' })
const one = {
  params: Type.Object({
    releaseId: Id('rel'),
    revision: Type.String({
      pattern: '^[1-9][0-9]{0,6}$',
      maxLength: 7,
      description: 'Number of a submitted revision',
      examples: ['1'],
    }),
  }),
  notFound: 'revision_not_found',
} as const
const instant = (description: string) => Nullable({ ...Timestamp, description })

/** A submitted revision, as lists show it. */
export const ReleaseRevision = Type.Object({
  revision: RevisionNumber,
  title: Type.String({ maxLength: 500, description: 'The title at that time' }),
  trackCount: Type.Integer({ minimum: 0, maximum: 1000, description: 'Number of tracks' }),
  submittedAt: { ...Timestamp, description: 'When it was last submitted' },
  submittedBy: Described(Nullable(ReleaseEvent.properties.actor), 'Who submitted it; null if it is not recorded'),
  approvedAt: instant('When it was approved; null if it was not'),
  deliveredAt: instant('When the first outlet received it; null if none did'),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    maxLength: 64,
    description: 'SHA-256 of the content, as in the event of its submission',
  }),
})
export type ReleaseRevision = Static<typeof ReleaseRevision>

/** A submitted revision with its metadata and tracks. */
export const FullRevision = Type.Object({
  ...ReleaseRevision.properties,
  content: Described(ReleaseContent, 'Metadata and tracks as submitted'),
})
export type FullRevision = Static<typeof FullRevision>

/** One difference of a revision from an older one. */
export const RevisionChange = Type.Object({
  pointer: Type.String({
    maxLength: 500,
    description: 'JSON Pointer into the newer revision, or into the older one for a removed track',
  }),
  before: Type.Unknown({ description: 'The value in the older revision; null if it had none' }),
  after: Type.Unknown({ description: 'The value in the newer revision; null if it has none' }),
})
export type RevisionChange = Static<typeof RevisionChange>

/** How two submitted revisions differ. */
export const RevisionComparison = Type.Object({
  revision: RevisionNumber,
  from: Described(Nullable(RevisionNumber), 'The revision it is compared with; null if there is no earlier one'),
  changes: Type.Array(RevisionChange, {
    maxItems: 100_000,
    description: 'Members that differ; empty without an earlier revision',
  }),
})
export type RevisionComparison = Static<typeof RevisionComparison>

/** A release with the content of an earlier revision, as far as it can return. */
export const RestoredRevision = Type.Object({
  release: Described(Release, 'The release with the restored content'),
  kept: Type.Array(
    Type.Object({
      pointer: Type.String({ maxLength: 500, description: 'JSON Pointer (RFC 6901) into the earlier revision' }),
      message: Type.String({ maxLength: 1000, description: 'Why the member was not restored' }),
    }),
    { maxItems: 10_000, description: 'Members that stay as they are now; empty if everything was restored' },
  ),
})
export type RestoredRevision = Static<typeof RestoredRevision>

export const listReleaseRevisions = defineOperation({
  ...common,
  id: 'listReleaseRevisions',
  method: 'GET',
  path,
  permission: 'music:read',
  summary: 'List the submitted revisions of a release, newest first',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(ReleaseRevision), description: 'A page of revisions' } },
  notFound: 'release_not_found',
  errors: ['cursor_invalid'],
})

export const getReleaseRevision = defineOperation({
  ...common,
  ...one,
  id: 'getReleaseRevision',
  method: 'GET',
  path: `${path}/{revision}`,
  permission: 'music:read',
  summary: 'Get one submitted revision with its metadata and tracks',
  responses: { 200: { schema: FullRevision, description: 'The revision' } },
  errors: ['release_not_found'],
})

export const compareReleaseRevisions = defineOperation({
  ...common,
  ...one,
  id: 'compareReleaseRevisions',
  method: 'GET',
  path: `${path}/{revision}/changes`,
  permission: 'music:read',
  summary: 'Compare a submitted revision with an earlier one',
  query: Type.Object({
    from: Type.Optional(
      Described(RevisionNumber, 'The other revision; absent means the revision that was submitted before'),
    ),
  }),
  responses: { 200: { schema: RevisionComparison, description: 'The members that differ' } },
  errors: ['release_not_found'],
})

export const restoreReleaseRevision = defineOperation({
  ...common,
  ...one,
  id: 'restoreReleaseRevision',
  method: 'POST',
  path: `${path}/{revision}/restore`,
  permission: 'music:write',
  summary: 'Restore an earlier revision as unsubmitted changes',
  description:
    'Writes metadata and tracks of the revision as the next one. Outlets get nothing until you submit it. Codes and audio that outlets have stay. `kept` lists them and everything else that was not restored.',
  responses: { 200: { schema: RestoredRevision, description: 'The release, and what was not restored' } },
  grows: true,
  errors: ['release_not_found', 'quota_exceeded', 'state_conflict'],
})

/** The operations of this file. */
export const revisionOperations = [
  listReleaseRevisions,
  getReleaseRevision,
  compareReleaseRevisions,
  restoreReleaseRevision,
] as const
