import type * as contract from '@spindle/contract'
import type { BodyOf, Operation, ParamsOf, QueryOf, ResultOf } from '@spindle/contract'

/**
 * What the client must know of the contract while it runs: method, path and credential of each operation. Everything
 * else is types, so no schema reaches a bundle. The compiler and a test compare this table with the contract.
 */

type Contract = typeof contract

/** The id of an operation of the contract. */
export type OperationId = {
  [Name in keyof Contract]: Contract[Name] extends Operation & { readonly id: Name } ? Name : never
}[keyof Contract]

type OperationOf<Id extends OperationId> = Contract[Id] extends Operation ? Contract[Id] : never

/** The same members, where undefined says the same as absent. */
export type AllowUndefined<T> = { [Name in keyof T]: undefined extends T[Name] ? T[Name] | undefined : T[Name] }

/** Parameters in the path of an operation. */
export type Params<Id extends OperationId> = ParamsOf<OperationOf<Id>>
/** Query parameters of an operation; one that is undefined is not sent. */
export type Query<Id extends OperationId> = AllowUndefined<QueryOf<OperationOf<Id>>>
/** JSON body of an operation. */
export type Body<Id extends OperationId> = BodyOf<OperationOf<Id>>
/** JSON answer of an operation; `undefined` where it has none. */
export type Result<Id extends OperationId> = ResultOf<OperationOf<Id>>

/** The operations that are methods of the client; a test names the others with the reason. */
export type OfferedId = Exclude<OperationId, 'registerAgent' | 'storeUpload'>

/** Method, path template and credential of one operation. */
export type Endpoint<Id extends OperationId = OperationId> = readonly [
  method: OperationOf<Id>['method'],
  path: OperationOf<Id>['path'],
  auth: OperationOf<Id>['auth'],
]

/** The operations whose bytes may be in another place than the hub. */
export const elsewhereIds: ReadonlySet<OperationId> = new Set(['getTrackAudio', 'getUploadAudio'])

const releases = '/api/v1/music-distributor/releases'
const keys = '/api/v1/distributor/keys'
const uploads = '/api/v1/distributor/uploads'
const catalog = '/api/v1/distributor/catalog'
const webhooks = '/api/v1/distributor/webhooks'
const imports = '/api/v1/music-distributor/imports'
const exports = '/api/v1/distributor/exports'
const reports = '/api/v1/distributor/reports'

/** Where each operation is. */
export const endpoints: { readonly [Id in OfferedId]: Endpoint<Id> } = {
  verifyIntegration: ['GET', '/api/integration/verify', 'integrationToken'],
  reportPlays: ['POST', '/api/integration/plays', 'integrationToken'],
  getFeed: ['GET', '/api/integration/feed', 'integrationToken'],
  getTrackAudio: ['GET', '/api/integration/tracks/{trackId}/audio', 'integrationToken'],
  createKey: ['POST', keys, 'jwt'],
  getCurrentKey: ['GET', '/api/v1/distributor/key', 'apiKey'],
  listKeys: ['GET', keys, 'jwt'],
  getKey: ['GET', `${keys}/{keyId}`, 'jwt'],
  revokeKey: ['DELETE', `${keys}/{keyId}`, 'jwt'],
  rotateKey: ['POST', `${keys}/{keyId}/rotate`, 'jwt'],
  listUploads: ['GET', uploads, 'apiKey'],
  getUpload: ['GET', `${uploads}/{uploadId}`, 'apiKey'],
  getUploadAudio: ['GET', `${uploads}/{uploadId}/audio`, 'apiKey'],
  getUploadImage: ['GET', `${uploads}/{uploadId}/image`, 'apiKey'],
  terminateUpload: ['DELETE', `${uploads}/{uploadId}`, 'apiKey'],
  createRelease: ['POST', releases, 'apiKey'],
  listReleases: ['GET', releases, 'apiKey'],
  getRelease: ['GET', `${releases}/{releaseId}`, 'apiKey'],
  updateRelease: ['PATCH', `${releases}/{releaseId}`, 'apiKey'],
  deleteRelease: ['DELETE', `${releases}/{releaseId}`, 'apiKey'],
  validateRelease: ['POST', `${releases}/{releaseId}/validate`, 'apiKey'],
  submitRelease: ['POST', `${releases}/{releaseId}/submit`, 'apiKey'],
  withdrawRelease: ['POST', `${releases}/{releaseId}/withdraw`, 'apiKey'],
  takedownRelease: ['POST', `${releases}/{releaseId}/takedown`, 'apiKey'],
  previewTakedown: ['GET', `${releases}/{releaseId}/takedown/preview`, 'apiKey'],
  cancelTakedown: ['DELETE', `${releases}/{releaseId}/takedown`, 'apiKey'],
  cloneRelease: ['POST', `${releases}/{releaseId}/clone`, 'apiKey'],
  listReleaseEvents: ['GET', `${releases}/{releaseId}/events`, 'apiKey'],
  listReleaseDeliveries: ['GET', `${releases}/{releaseId}/deliveries`, 'apiKey'],
  retryDelivery: ['POST', `${releases}/{releaseId}/deliveries/{deliveryId}/retry`, 'apiKey'],
  previewMessage: ['GET', `${releases}/{releaseId}/ern`, 'apiKey'],
  compareMessage: ['GET', `${releases}/{releaseId}/ern/diff`, 'apiKey'],
  listReleaseMessages: ['GET', `${releases}/{releaseId}/messages`, 'apiKey'],
  getReleaseMessage: ['GET', `${releases}/{releaseId}/messages/{messageId}`, 'apiKey'],
  getDeliveryProof: ['GET', `${releases}/{releaseId}/messages/{messageId}/proof`, 'apiKey'],
  createImport: ['POST', imports, 'apiKey'],
  listImports: ['GET', imports, 'apiKey'],
  getImport: ['GET', `${imports}/{importId}`, 'apiKey'],
  getImportMessage: ['GET', `${imports}/{importId}/message`, 'apiKey'],
  createExport: ['POST', exports, 'jwt'],
  listExports: ['GET', exports, 'jwt'],
  getExport: ['GET', `${exports}/{exportId}`, 'jwt'],
  downloadExport: ['GET', `${exports}/{exportId}/archive`, 'jwt'],
  deleteExport: ['DELETE', `${exports}/{exportId}`, 'jwt'],
  listOutlets: ['GET', '/api/v1/music-distributor/outlets', 'apiKey'],
  listRules: ['GET', '/api/v1/music-distributor/rules', 'apiKey'],
  listReference: ['GET', '/api/v1/music-distributor/reference/{list}', 'apiKey'],
  createLegacyRelease: ['POST', '/api/v1/distributor/releases', 'apiKey'],
  streamEvents: ['GET', '/api/v1/distributor/events/stream', 'apiKey'],
  listActivity: ['GET', '/api/v1/distributor/activity', 'apiKey'],
  createWebhook: ['POST', webhooks, 'apiKey'],
  listWebhooks: ['GET', webhooks, 'apiKey'],
  getWebhook: ['GET', `${webhooks}/{webhookId}`, 'apiKey'],
  updateWebhook: ['PATCH', `${webhooks}/{webhookId}`, 'apiKey'],
  deleteWebhook: ['DELETE', `${webhooks}/{webhookId}`, 'apiKey'],
  rotateWebhookSecret: ['POST', `${webhooks}/{webhookId}/rotate`, 'apiKey'],
  testWebhook: ['POST', `${webhooks}/{webhookId}/test`, 'apiKey'],
  listWebhookMessages: ['GET', `${webhooks}/{webhookId}/messages`, 'apiKey'],
  listWebhookAttempts: ['GET', `${webhooks}/{webhookId}/messages/{messageId}/attempts`, 'apiKey'],
  replayWebhookMessage: ['POST', `${webhooks}/{webhookId}/messages/{messageId}/replay`, 'apiKey'],
  listCatalog: ['GET', catalog, 'apiKey'],
  getSummary: ['GET', '/api/v1/distributor/summary', 'apiKey'],
  getCatalogItem: ['GET', `${catalog}/{releaseId}`, 'apiKey'],
  getMusicAnalytics: ['GET', '/api/v1/music-distributor/analytics', 'apiKey'],
  getDistributorAnalytics: ['GET', '/api/v1/distributor/analytics', 'apiKey'],
  listReports: ['GET', reports, 'apiKey'],
  createReport: ['POST', reports, 'apiKey'],
  previewReport: ['POST', `${reports}/preview`, 'apiKey'],
  getReport: ['GET', `${reports}/{reportId}`, 'apiKey'],
  listWaitingRecordings: ['GET', `${reports}/{reportId}/waiting`, 'apiKey'],
  undoReport: ['DELETE', `${reports}/{reportId}`, 'apiKey'],
}
