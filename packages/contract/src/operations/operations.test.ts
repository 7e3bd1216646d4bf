import { describe, expect, it } from 'vitest'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** What clients rely on, written out: whoever changes a line here changes the API. */
const published = [
  {
    id: 'verifyIntegration',
    method: 'GET',
    path: '/api/integration/verify',
    auth: 'integrationToken',
    needs: null,
    statuses: [200],
    own: ['invalid_request'],
  },
  {
    id: 'registerAgent',
    method: 'POST',
    path: '/api/agent/auth',
    auth: 'none',
    needs: null,
    statuses: [501],
    own: [],
  },
  {
    id: 'reportPlays',
    method: 'POST',
    path: '/api/integration/plays',
    auth: 'integrationToken',
    needs: null,
    statuses: [200],
    own: [],
  },
  {
    id: 'getFeed',
    method: 'GET',
    path: '/api/integration/feed',
    auth: 'integrationToken',
    needs: null,
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getTrackAudio',
    method: 'GET',
    path: '/api/integration/tracks/{trackId}/audio',
    auth: 'integrationToken',
    needs: null,
    statuses: [200, 206],
    own: ['range_not_satisfiable', 'storage_unavailable', 'track_not_found'],
  },
  {
    id: 'createKey',
    method: 'POST',
    path: '/api/v1/distributor/keys',
    auth: 'jwt',
    needs: 'keys:write',
    statuses: [201],
    own: ['permission_not_grantable'],
  },
  {
    id: 'listKeys',
    method: 'GET',
    path: '/api/v1/distributor/keys',
    auth: 'jwt',
    needs: 'keys:write',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getKey',
    method: 'GET',
    path: '/api/v1/distributor/keys/{keyId}',
    auth: 'jwt',
    needs: 'keys:write',
    statuses: [200],
    own: ['key_not_found'],
  },
  {
    id: 'revokeKey',
    method: 'DELETE',
    path: '/api/v1/distributor/keys/{keyId}',
    auth: 'jwt',
    needs: 'keys:write',
    statuses: [204],
    own: ['key_not_found'],
  },
  {
    id: 'rotateKey',
    method: 'POST',
    path: '/api/v1/distributor/keys/{keyId}/rotate',
    auth: 'jwt',
    needs: 'keys:write',
    statuses: [201],
    own: ['key_not_found', 'permission_not_grantable', 'state_conflict'],
  },
  {
    id: 'listUploads',
    method: 'GET',
    path: '/api/v1/distributor/uploads',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['cursor_invalid', 'tus_version_unsupported'],
  },
  {
    id: 'getUpload',
    method: 'GET',
    path: '/api/v1/distributor/uploads/{uploadId}',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['tus_version_unsupported', 'upload_not_found'],
  },
  {
    id: 'storeUpload',
    method: 'POST',
    path: '/api/v1/distributor/uploads',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [201],
    own: [
      'checksum_mismatch',
      'quota_exceeded',
      'storage_unavailable',
      'tus_version_unsupported',
      'upload_busy',
      'upload_too_large',
    ],
  },
  {
    id: 'terminateUpload',
    method: 'DELETE',
    path: '/api/v1/distributor/uploads/{uploadId}',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [204],
    own: ['tus_version_unsupported', 'upload_busy', 'upload_gone', 'upload_in_use', 'upload_not_found'],
  },
  {
    id: 'createRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/releases',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [201],
    own: ['external_id_taken', 'findings_block', 'quota_exceeded', 'upload_incomplete', 'upload_reference_unknown'],
  },
  {
    id: 'listReleases',
    method: 'GET',
    path: '/api/v1/music-distributor/releases',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getRelease',
    method: 'GET',
    path: '/api/v1/music-distributor/releases/{releaseId}',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['release_not_found'],
  },
  {
    id: 'updateRelease',
    method: 'PATCH',
    path: '/api/v1/music-distributor/releases/{releaseId}',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: [
      'external_id_taken',
      'field_locked',
      'quota_exceeded',
      'release_not_found',
      'state_conflict',
      'upload_incomplete',
      'upload_reference_unknown',
    ],
  },
  {
    id: 'deleteRelease',
    method: 'DELETE',
    path: '/api/v1/music-distributor/releases/{releaseId}',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [204],
    own: ['release_not_found', 'state_conflict'],
  },
  {
    id: 'validateRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/releases/{releaseId}/validate',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: ['release_not_found'],
  },
  {
    id: 'submitRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/releases/{releaseId}/submit',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: ['findings_block', 'quota_exceeded', 'release_not_found', 'state_conflict'],
  },
  {
    id: 'withdrawRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/releases/{releaseId}/withdraw',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: ['release_not_found', 'state_conflict'],
  },
  {
    id: 'takedownRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/releases/{releaseId}/takedown',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [202],
    own: ['release_not_found', 'state_conflict'],
  },
  {
    id: 'cloneRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/releases/{releaseId}/clone',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [201],
    own: ['quota_exceeded', 'release_not_found'],
  },
  {
    id: 'listReleaseEvents',
    method: 'GET',
    path: '/api/v1/music-distributor/releases/{releaseId}/events',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['cursor_invalid', 'release_not_found'],
  },
  {
    id: 'listReleaseDeliveries',
    method: 'GET',
    path: '/api/v1/music-distributor/releases/{releaseId}/deliveries',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['cursor_invalid', 'release_not_found'],
  },
  {
    id: 'retryDelivery',
    method: 'POST',
    path: '/api/v1/music-distributor/releases/{releaseId}/deliveries/{deliveryId}/retry',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [202],
    own: ['delivery_not_found', 'release_not_found', 'state_conflict'],
  },
  {
    id: 'listOutlets',
    method: 'GET',
    path: '/api/v1/music-distributor/outlets',
    auth: 'apiKey',
    needs: null,
    statuses: [200],
    own: [],
  },
  {
    id: 'listRules',
    method: 'GET',
    path: '/api/v1/music-distributor/rules',
    auth: 'apiKey',
    needs: null,
    statuses: [200],
    own: [],
  },
  {
    id: 'listReference',
    method: 'GET',
    path: '/api/v1/music-distributor/reference/{list}',
    auth: 'apiKey',
    needs: null,
    statuses: [200],
    own: ['not_found'],
  },
  {
    id: 'createLegacyRelease',
    method: 'POST',
    path: '/api/v1/distributor/releases',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [201],
    own: ['quota_exceeded', 'upload_incomplete', 'upload_reference_unknown'],
  },
  {
    id: 'listCatalog',
    method: 'GET',
    path: '/api/v1/distributor/catalog',
    auth: 'apiKey',
    needs: 'catalog:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getCatalogItem',
    method: 'GET',
    path: '/api/v1/distributor/catalog/{releaseId}',
    auth: 'apiKey',
    needs: 'catalog:read',
    statuses: [200],
    own: ['release_not_found'],
  },
  {
    id: 'getMusicAnalytics',
    method: 'GET',
    path: '/api/v1/music-distributor/analytics',
    auth: 'apiKey',
    needs: 'analytics:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getDistributorAnalytics',
    method: 'GET',
    path: '/api/v1/distributor/analytics',
    auth: 'apiKey',
    needs: 'analytics:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
] as const

const ownCodes = ({ notFound, errors: own }: Operation): readonly string[] =>
  [...own, ...(notFound === undefined ? [] : [notFound])].sort()

describe('the operations', () => {
  it('are these, in this order', () => {
    expect(operations.map(({ id }) => id)).toEqual(published.map(({ id }) => id))
  })

  it.each(published)('$id is $method $path', (row) => {
    const operation = operations.find(({ id }) => id === row.id)
    if (!operation) throw new Error(`there is no ${row.id}`)
    expect({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      auth: operation.auth,
      needs: operation.permission ?? operation.scope ?? null,
      statuses: Object.keys(operation.responses).map(Number),
      own: ownCodes(operation),
    }).toEqual(row)
  })

  it('carry an ETag where these do', () => {
    expect(operations.filter(({ conditional }) => conditional).map(({ id }) => id)).toEqual([
      'getTrackAudio',
      'getKey',
      'revokeKey',
      'getUpload',
      'getRelease',
      'updateRelease',
      'deleteRelease',
      'listRules',
      'listReference',
      'listCatalog',
      'getCatalogItem',
    ])
  })

  it('have ids, and pairs of method and path, of their own', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length)
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s names in its path exactly the parameters it describes',
    (_, { path, params }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(named).toEqual(Object.keys(params?.properties ?? {}))
    },
  )

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s has a summary of at most 80 characters without a final stop',
    (_, { summary }) => {
      expect(summary.length).toBeLessThanOrEqual(80)
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
    },
  )
})
