import { RevisionChange } from '../api/releases/revisions.ts'
import { Upload } from '../api/uploads.ts'
import { defineOperation } from '../definition/operation.ts'
import { Release } from '../releases/release-model.ts'
import { Id, Nullable } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers } from './console-operation.ts'

/** The operations of pages about releases, beside the API. */

const path = `${accountPath}/releases/{releaseId}`
const params = Type.Object({ ...accountParams.properties, releaseId: Id('rel') })

export const getReleaseWithUploads = defineOperation({
  ...forMembers,
  id: 'getReleaseWithUploads',
  method: 'GET',
  path,
  summary: 'Get one release with the uploads of its tracks',
  params,
  responses: {
    200: {
      schema: Type.Object({
        release: Release,
        uploads: Type.Array(Upload, { maxItems: 1000, description: 'With their peaks; deleted uploads are left out' }),
      }),
      description: 'The release',
    },
  },
  notFound: 'release_not_found',
  errors: [],
})

export const getReleaseChanges = defineOperation({
  ...forMembers,
  id: 'getReleaseChanges',
  method: 'GET',
  path: `${path}/changes`,
  summary: 'List the changes of a release since the last approved revision, which outlets have',
  params,
  responses: {
    200: {
      schema: Type.Object({
        approvedRevision: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        changes: Type.Array(RevisionChange, { description: 'Empty if no revision was approved yet' }),
      }),
      description: 'The changes',
    },
  },
  notFound: 'release_not_found',
  errors: [],
})
