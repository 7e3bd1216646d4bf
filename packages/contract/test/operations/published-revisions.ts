/** The part of `published` about revisions. */
const path = '/api/v1/music-distributor/releases/{releaseId}/revisions'
const reading = { method: 'GET', auth: 'apiKey', needs: 'music:read', statuses: [200] } as const

export const publishedRevisions = [
  { ...reading, id: 'listReleaseRevisions', path, own: ['cursor_invalid', 'release_not_found'] },
  {
    ...reading,
    id: 'getReleaseRevision',
    path: `${path}/{revision}`,
    own: ['release_not_found', 'revision_not_found'],
  },
  {
    ...reading,
    id: 'compareReleaseRevisions',
    path: `${path}/{revision}/changes`,
    own: ['release_not_found', 'revision_not_found'],
  },
  {
    id: 'restoreReleaseRevision',
    method: 'POST',
    path: `${path}/{revision}/restore`,
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [200],
    own: ['quota_exceeded', 'release_not_found', 'revision_not_found', 'state_conflict'],
  },
] as const
