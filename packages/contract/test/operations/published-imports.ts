/** The part of `published-operations.ts` about imports. */
export const publishedImports = [
  {
    id: 'createImport',
    method: 'POST',
    path: '/api/v1/music-distributor/imports',
    auth: 'apiKey',
    needs: 'music:write',
    statuses: [202],
    own: ['quota_exceeded'],
  },
  {
    id: 'listImports',
    method: 'GET',
    path: '/api/v1/music-distributor/imports',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getImport',
    method: 'GET',
    path: '/api/v1/music-distributor/imports/{importId}',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200],
    own: ['import_not_found'],
  },
  {
    id: 'getImportMessage',
    method: 'GET',
    path: '/api/v1/music-distributor/imports/{importId}/message',
    auth: 'apiKey',
    needs: 'music:read',
    statuses: [200, 206],
    own: ['import_message_gone', 'import_not_found', 'range_not_satisfiable'],
  },
] as const
