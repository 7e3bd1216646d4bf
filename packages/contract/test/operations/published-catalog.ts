/** The operations of the catalog and its recordings, as `publishedOperations` lists them. */
export const publishedCatalog = [
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
    id: 'listRecordings',
    method: 'GET',
    path: '/api/v1/distributor/recordings',
    auth: 'apiKey',
    needs: 'catalog:read',
    statuses: [200],
    own: ['cursor_invalid'],
  },
  {
    id: 'getRecording',
    method: 'GET',
    path: '/api/v1/distributor/recordings/{isrc}',
    auth: 'apiKey',
    needs: 'catalog:read',
    statuses: [200],
    own: ['recording_not_found'],
  },
] as const
