import { describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi-document.ts'

/** The document as a whole: which operations it has, how each is secured, and that its references lead somewhere. */

const document = openApiDocument('https://hub.example')

interface OperationObject {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags?: readonly string[]
  readonly responses: Readonly<Record<string, unknown>>
}

const operationsOf = ({ paths }: typeof document): readonly (readonly [string, string, OperationObject])[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [method.toUpperCase(), path, operation as OperationObject] as const,
    ),
  )

describe('the OpenAPI document', () => {
  const published = [
    ['GET', '/api/integration/verify', 'verifyIntegration', ['integrationToken']],
    ['POST', '/api/agent/auth', 'registerAgent', []],
    ['POST', '/api/integration/plays', 'reportPlays', ['integrationToken']],
    ['GET', '/api/integration/feed', 'getFeed', ['integrationToken']],
    ['GET', '/api/integration/events', 'streamFeed', ['integrationToken']],
    ['GET', '/api/integration/tracks/{trackId}/audio', 'getTrackAudio', ['integrationToken']],
    ['GET', '/api/integration/releases/{releaseId}', 'getPlayableRelease', ['integrationToken']],
    ['GET', '/api/integration/releases/{releaseId}/cover', 'getPlayableCover', ['integrationToken']],
    ['GET', '/api/signed/tracks/{trackId}/audio', 'getSignedAudio', []],
    ['GET', '/api/signed/releases/{releaseId}/cover', 'getSignedCover', []],
    ['POST', '/api/v1/distributor/keys', 'createKey', ['jwt']],
    ['GET', '/api/v1/distributor/key', 'getCurrentKey', ['apiKey']],
    ['GET', '/api/v1/distributor/keys', 'listKeys', ['jwt']],
    ['GET', '/api/v1/distributor/keys/{keyId}', 'getKey', ['jwt']],
    ['DELETE', '/api/v1/distributor/keys/{keyId}', 'revokeKey', ['jwt']],
    ['POST', '/api/v1/distributor/keys/{keyId}/rotate', 'rotateKey', ['jwt']],
    ['GET', '/api/v1/distributor/uploads', 'listUploads', ['apiKey']],
    ['POST', '/api/v1/distributor/uploads', 'storeUpload', ['apiKey']],
    ['GET', '/api/v1/distributor/uploads/{uploadId}', 'getUpload', ['apiKey']],
    ['DELETE', '/api/v1/distributor/uploads/{uploadId}', 'terminateUpload', ['apiKey']],
    ['GET', '/api/v1/distributor/uploads/{uploadId}/audio', 'getUploadAudio', ['apiKey']],
    ['GET', '/api/v1/distributor/uploads/{uploadId}/image', 'getUploadImage', ['apiKey']],
    ['HEAD', '/api/v1/distributor/uploads/{uploadId}', 'getUploadOffset', ['apiKey']],
    ['PATCH', '/api/v1/distributor/uploads/{uploadId}', 'appendUpload', ['apiKey']],
    ['GET', '/api/v1/distributor/uploads/{uploadId}/parts', 'listUploadParts', ['apiKey']],
    ['POST', '/api/v1/distributor/uploads/{uploadId}/parts', 'reportUploadParts', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases', 'createRelease', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases', 'listReleases', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}', 'getRelease', ['apiKey']],
    ['PATCH', '/api/v1/music-distributor/releases/{releaseId}', 'updateRelease', ['apiKey']],
    ['DELETE', '/api/v1/music-distributor/releases/{releaseId}', 'deleteRelease', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases/{releaseId}/validate', 'validateRelease', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases/{releaseId}/submit', 'submitRelease', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases/{releaseId}/withdraw', 'withdrawRelease', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases/{releaseId}/discard-changes', 'discardReleaseChanges', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases/{releaseId}/takedown', 'takedownRelease', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/takedown/preview', 'previewTakedown', ['apiKey']],
    ['DELETE', '/api/v1/music-distributor/releases/{releaseId}/takedown', 'cancelTakedown', ['apiKey']],
    ['POST', '/api/v1/music-distributor/releases/{releaseId}/clone', 'cloneRelease', ['apiKey']],
    ['GET', '/api/v1/music-distributor/trash', 'listTrash', ['apiKey']],
    ['POST', '/api/v1/music-distributor/trash/{releaseId}/restore', 'restoreRelease', ['apiKey']],
    ['DELETE', '/api/v1/music-distributor/trash/{releaseId}', 'eraseTrashedRelease', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/revisions', 'listReleaseRevisions', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/revisions/{revision}', 'getReleaseRevision', ['apiKey']],
    [
      'GET',
      '/api/v1/music-distributor/releases/{releaseId}/revisions/{revision}/changes',
      'compareReleaseRevisions',
      ['apiKey'],
    ],
    [
      'POST',
      '/api/v1/music-distributor/releases/{releaseId}/revisions/{revision}/restore',
      'restoreReleaseRevision',
      ['apiKey'],
    ],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/events', 'listReleaseEvents', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/deliveries', 'listReleaseDeliveries', ['apiKey']],
    [
      'POST',
      '/api/v1/music-distributor/releases/{releaseId}/deliveries/{deliveryId}/retry',
      'retryDelivery',
      ['apiKey'],
    ],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/ern', 'previewMessage', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/ern/diff', 'compareMessage', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/messages', 'listReleaseMessages', ['apiKey']],
    ['GET', '/api/v1/music-distributor/releases/{releaseId}/messages/{messageId}', 'getReleaseMessage', ['apiKey']],
    [
      'GET',
      '/api/v1/music-distributor/releases/{releaseId}/messages/{messageId}/proof',
      'getDeliveryProof',
      ['apiKey'],
    ],
    ['POST', '/api/v1/distributor/bulk', 'createBulk', ['apiKey']],
    ['GET', '/api/v1/distributor/bulk', 'listBulks', ['apiKey']],
    ['GET', '/api/v1/distributor/bulk/{bulkId}', 'getBulk', ['apiKey']],
    ['GET', '/api/v1/distributor/bulk/{bulkId}/releases', 'listBulkReleases', ['apiKey']],
    ['POST', '/api/v1/distributor/bulk/{bulkId}/pause', 'pauseBulk', ['apiKey']],
    ['POST', '/api/v1/distributor/bulk/{bulkId}/resume', 'resumeBulk', ['apiKey']],
    ['POST', '/api/v1/distributor/bulk/{bulkId}/cancel', 'cancelBulk', ['apiKey']],
    ['POST', '/api/v1/distributor/bulk/{bulkId}/undo', 'undoBulk', ['apiKey']],
    ['POST', '/api/v1/music-distributor/imports', 'createImport', ['apiKey']],
    ['GET', '/api/v1/music-distributor/imports', 'listImports', ['apiKey']],
    ['GET', '/api/v1/music-distributor/imports/{importId}', 'getImport', ['apiKey']],
    ['GET', '/api/v1/music-distributor/imports/{importId}/message', 'getImportMessage', ['apiKey']],
    ['POST', '/api/v1/distributor/imports/tables', 'createTableImport', ['apiKey']],
    ['GET', '/api/v1/distributor/imports/tables', 'listTableImports', ['apiKey']],
    ['GET', '/api/v1/distributor/imports/tables/{tableImportId}', 'getTableImport', ['apiKey']],
    ['GET', '/api/v1/distributor/imports/tables/{tableImportId}/releases', 'listTableImportReleases', ['apiKey']],
    ['GET', '/api/v1/distributor/imports/tables/{tableImportId}/errors', 'getTableImportErrors', ['apiKey']],
    ['POST', '/api/v1/distributor/imports/tables/{tableImportId}/masters', 'attachMasters', ['apiKey']],
    ['POST', '/api/v1/distributor/imports/tables/{tableImportId}/undo', 'undoTableImport', ['apiKey']],
    ['GET', '/api/v1/distributor/imports/table-mappings', 'listTableMappings', ['apiKey']],
    ['GET', '/api/v1/distributor/imports/table-mappings/{mappingName}', 'getTableMapping', ['apiKey']],
    ['PUT', '/api/v1/distributor/imports/table-mappings/{mappingName}', 'keepTableMapping', ['apiKey']],
    ['DELETE', '/api/v1/distributor/imports/table-mappings/{mappingName}', 'deleteTableMapping', ['apiKey']],
    ['POST', '/api/v1/distributor/transfers', 'createTransfer', ['apiKey']],
    ['GET', '/api/v1/distributor/transfers', 'listTransfers', ['apiKey']],
    ['GET', '/api/v1/distributor/transfers/{transferId}', 'getTransfer', ['apiKey']],
    ['PATCH', '/api/v1/distributor/transfers/{transferId}', 'updateTransfer', ['apiKey']],
    ['DELETE', '/api/v1/distributor/transfers/{transferId}', 'deleteTransfer', ['apiKey']],
    ['GET', '/api/v1/distributor/transfers/{transferId}/releases', 'listTransferReleases', ['apiKey']],
    ['POST', '/api/v1/distributor/transfers/{transferId}/marks', 'markTransferReleases', ['apiKey']],
    ['POST', '/api/v1/distributor/exports', 'createExport', ['jwt']],
    ['GET', '/api/v1/distributor/exports', 'listExports', ['jwt']],
    ['GET', '/api/v1/distributor/exports/{exportId}', 'getExport', ['jwt']],
    ['GET', '/api/v1/distributor/exports/{exportId}/archive', 'downloadExport', ['jwt']],
    ['DELETE', '/api/v1/distributor/exports/{exportId}', 'deleteExport', ['jwt']],
    ['GET', '/api/v1/music-distributor/outlets', 'listOutlets', ['apiKey']],
    ['GET', '/api/v1/music-distributor/rules', 'listRules', ['apiKey']],
    ['GET', '/api/v1/music-distributor/reference/{list}', 'listReference', ['apiKey']],
    ['POST', '/api/v1/distributor/releases', 'createLegacyRelease', ['apiKey']],
    ['GET', '/api/v1/distributor/events/stream', 'streamEvents', ['apiKey']],
    ['GET', '/api/v1/distributor/activity', 'listActivity', ['apiKey']],
    ['POST', '/api/v1/distributor/webhooks', 'createWebhook', ['apiKey']],
    ['GET', '/api/v1/distributor/webhooks', 'listWebhooks', ['apiKey']],
    ['GET', '/api/v1/distributor/webhooks/{webhookId}', 'getWebhook', ['apiKey']],
    ['PATCH', '/api/v1/distributor/webhooks/{webhookId}', 'updateWebhook', ['apiKey']],
    ['DELETE', '/api/v1/distributor/webhooks/{webhookId}', 'deleteWebhook', ['apiKey']],
    ['POST', '/api/v1/distributor/webhooks/{webhookId}/rotate', 'rotateWebhookSecret', ['apiKey']],
    ['POST', '/api/v1/distributor/webhooks/{webhookId}/test', 'testWebhook', ['apiKey']],
    ['GET', '/api/v1/distributor/webhooks/{webhookId}/messages', 'listWebhookMessages', ['apiKey']],
    [
      'GET',
      '/api/v1/distributor/webhooks/{webhookId}/messages/{messageId}/attempts',
      'listWebhookAttempts',
      ['apiKey'],
    ],
    [
      'POST',
      '/api/v1/distributor/webhooks/{webhookId}/messages/{messageId}/replay',
      'replayWebhookMessage',
      ['apiKey'],
    ],
    ['GET', '/api/v1/distributor/catalog', 'listCatalog', ['apiKey']],
    ['GET', '/api/v1/distributor/catalog/{releaseId}', 'getCatalogItem', ['apiKey']],
    ['GET', '/api/v1/distributor/recordings', 'listRecordings', ['apiKey']],
    ['GET', '/api/v1/distributor/recordings/{isrc}', 'getRecording', ['apiKey']],
    ['POST', '/api/v1/distributor/parties', 'createParty', ['apiKey']],
    ['GET', '/api/v1/distributor/parties', 'listParties', ['apiKey']],
    ['GET', '/api/v1/distributor/parties/{partyId}', 'getParty', ['apiKey']],
    ['PATCH', '/api/v1/distributor/parties/{partyId}', 'updateParty', ['apiKey']],
    ['DELETE', '/api/v1/distributor/parties/{partyId}', 'deleteParty', ['apiKey']],
    ['GET', '/api/v1/distributor/parties/{partyId}/releases', 'listPartyReleases', ['apiKey']],
    ['POST', '/api/v1/distributor/parties/{partyId}/merge', 'mergeParty', ['apiKey']],
    ['GET', '/api/v1/distributor/party-suggestions', 'listPartySuggestions', ['apiKey']],
    ['POST', '/api/v1/distributor/party-suggestions/accept', 'acceptPartySuggestion', ['apiKey']],
    ['POST', '/api/v1/distributor/party-suggestions/dismiss', 'dismissPartySuggestion', ['apiKey']],
    ['POST', '/api/v1/distributor/labels', 'createLabel', ['apiKey']],
    ['GET', '/api/v1/distributor/labels', 'listLabels', ['apiKey']],
    ['GET', '/api/v1/distributor/labels/{labelId}', 'getLabel', ['apiKey']],
    ['PATCH', '/api/v1/distributor/labels/{labelId}', 'updateLabel', ['apiKey']],
    ['DELETE', '/api/v1/distributor/labels/{labelId}', 'deleteLabel', ['apiKey']],
    ['GET', '/api/v1/distributor/defaults', 'getDefaults', ['apiKey']],
    ['PATCH', '/api/v1/distributor/defaults', 'updateDefaults', ['apiKey']],
    ['GET', '/api/v1/distributor/summary', 'getSummary', ['apiKey']],
    ['GET', '/api/v1/music-distributor/analytics', 'getMusicAnalytics', ['apiKey']],
    ['GET', '/api/v1/distributor/analytics', 'getDistributorAnalytics', ['apiKey']],
    ['GET', '/api/v1/distributor/reports', 'listReports', ['apiKey']],
    ['POST', '/api/v1/distributor/reports', 'createReport', ['apiKey']],
    ['POST', '/api/v1/distributor/reports/preview', 'previewReport', ['apiKey']],
    ['GET', '/api/v1/distributor/reports/{reportId}', 'getReport', ['apiKey']],
    ['GET', '/api/v1/distributor/reports/{reportId}/waiting', 'listWaitingRecordings', ['apiKey']],
    ['GET', '/api/v1/distributor/reports/{reportId}/set-aside', 'listSetAsideLines', ['apiKey']],
    ['DELETE', '/api/v1/distributor/reports/{reportId}', 'undoReport', ['apiKey']],
    ['GET', '/.well-known/oauth-protected-resource', 'getProtectedResourceMetadata', []],
    ['GET', '/.well-known/oauth-authorization-server', 'getAuthorizationServerMetadata', []],
    ['GET', '/.well-known/api-catalog', 'getApiCatalog', []],
    ['GET', '/.well-known/agent-skills/index.json', 'getAgentSkillsIndex', []],
    ['GET', '/.well-known/mcp/server-card.json', 'getMcpServerCard', []],
    ['GET', '/oauth/authorize', 'authorize', []],
    ['POST', '/oauth/token', 'createToken', ['serviceClient', 'none']],
    ['GET', '/.well-known/jwks.json', 'getJwks', []],
  ] as const

  it('has these operations and no other', () => {
    expect(
      operationsOf(document)
        .map(([method, path]) => `${method} ${path}`)
        .sort(),
    ).toEqual(published.map(([method, path]) => `${method} ${path}`).sort())
  })

  it.each(published)('%s %s is %s', (method, path, id, security) => {
    const operation = document.paths[path]?.[method.toLowerCase()] as OperationObject
    expect(operation.operationId).toBe(id)
    expect((operation.security ?? []).map((one) => Object.keys(one)[0] ?? 'none')).toEqual(security)
  })

  it('gives every operation a unique id', () => {
    const ids = operationsOf(document).map(([, , { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('describes every tag that occurs', () => {
    const described = (document.tags as readonly { readonly name: string }[]).map(({ name }) => name)
    for (const [, , { tags = [] }] of operationsOf(document)) for (const tag of tags) expect(described).toContain(tag)
  })

  it('refers only to components that it has', () => {
    const components = document.components as Readonly<Record<string, Readonly<Record<string, unknown>>>>
    const references = JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)
    for (const [, kind = '', name = ''] of references) expect(Object.keys(components[kind] ?? {})).toContain(name)
  })

  it('describes a failure of every operation', () => {
    for (const [, , { responses }] of operationsOf(document))
      expect(Object.keys(responses).some((status) => Number(status) >= 400)).toBe(true)
  })

  it('has relative addresses where the address of the hub is not known', () => {
    expect(openApiDocument('').servers).toEqual([
      { url: '/', description: 'This hub (production)', 'x-internal': false },
    ])
  })

  it.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080/hub'])(
    'does not call a hub at %s production',
    (baseUrl) => {
      expect(openApiDocument(baseUrl).servers).toEqual([
        { url: baseUrl, description: 'This hub (local)', 'x-internal': false },
      ])
    },
  )

  it('has each error answer once, and operations refer to it', () => {
    for (const [, , { responses }] of operationsOf(document))
      for (const [status, answer] of Object.entries(responses))
        if (Number(status) >= 400 && JSON.stringify(answer).includes('problem+json'))
          throw new Error(`${status} is written out: ${JSON.stringify(answer)}`)
    const shared = (document.components as { readonly responses: object }).responses
    const texts = Object.values(shared).map((answer) => JSON.stringify(answer))
    expect(new Set(texts).size).toBe(texts.length)
    expect(Object.keys(shared)).toEqual(expect.arrayContaining(['NotFound', 'TooManyRequests', 'Unauthorized']))
  })

  it('needs at most 3.9 kB for an operation, so that a browser and a generator read it at once', () => {
    expect(JSON.stringify(document).length / operationsOf(document).length).toBeLessThan(3_900)
  })

  it('has examples of bodies and errors only on request', () => {
    expect(JSON.stringify(document)).not.toMatch(/"example":|"#\/components\/examples/)
    const { components, paths } = openApiDocument('https://hub.example', { hasExamples: true })
    expect(Object.keys((components as { readonly examples: object }).examples)).toContain('release_not_found')
    expect(paths['/api/v1/music-distributor/releases']?.post).toMatchObject({
      requestBody: { content: { 'application/json': { example: { title: 'Night Drive' } } } },
    })
  })

  it('leaves the server card out where the tools of agents are switched off', () => {
    const without = openApiDocument('', { hasMcp: false })
    expect(Object.keys(without.paths).filter((path) => path.includes('mcp'))).toEqual([])
    expect(Object.keys(document.paths)).toContain('/.well-known/mcp/server-card.json')
  })

  it('states the width of every integer', () => {
    const bare: unknown[] = []
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const { type, format } = value as { readonly type?: unknown; readonly format?: unknown }
      if (type === 'integer' && format === undefined) bare.push(value)
      Object.values(value).forEach(visit)
    }
    visit((document.components as { readonly schemas: unknown }).schemas)
    expect(bare).toEqual([])
  })
})
