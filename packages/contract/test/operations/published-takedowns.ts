/** The part of `published` about takedowns. */
export const publishedTakedowns = [
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
    id: 'previewTakedown',
    method: 'GET',
    path: '/api/v1/music-distributor/releases/{releaseId}/takedown/preview',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['release_not_found'],
  },
  {
    id: 'cancelTakedown',
    method: 'DELETE',
    path: '/api/v1/music-distributor/releases/{releaseId}/takedown',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: ['release_not_found', 'state_conflict'],
  },
] as const
