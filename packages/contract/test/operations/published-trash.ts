/** The part of `published` about the trash. */
export const publishedTrash = [
  {
    id: 'listTrash',
    method: 'GET',
    path: '/api/v1/music-distributor/trash',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'restoreRelease',
    method: 'POST',
    path: '/api/v1/music-distributor/trash/{releaseId}/restore',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: ['external_id_taken', 'quota_exceeded', 'release_not_found'],
  },
  {
    id: 'eraseTrashedRelease',
    method: 'DELETE',
    path: '/api/v1/music-distributor/trash/{releaseId}',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [204],
    own: ['release_not_found'],
  },
] as const
