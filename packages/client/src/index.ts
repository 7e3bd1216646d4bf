export type {
  Analytics,
  AnalyticsRow,
  ApiKey,
  CatalogItem,
  CatalogTombstone,
  CreatedApiKey,
  Delivery,
  FeedPage,
  FeedTombstone,
  FeedTrack,
  Finding,
  LegacyReleaseInput,
  NewApiKey,
  Outlet,
  Permission,
  PlayEvent,
  PlaysReceipt,
  PublishedRule,
  ReferenceEntry,
  ReferenceList,
  Release,
  ReleaseCheck,
  ReleaseEvent,
  ReleaseInput,
  ReleaseListItem,
  ReleasePatch,
  ReleaseStatus,
  TakedownRequest,
  Track,
  TrackInput,
  Upload,
  UploadKind,
  UploadStatus,
  VerificationResult,
} from '@spindle/contract'
export type { Credentials } from './credentials.ts'
export type { Challenge } from './discovery/challenge.ts'
export { type DiscoverOptions, type Discovery, type DiscoveryReport, discover } from './discovery/discover.ts'
export type { AgentAuthMetadata, ResourceMetadata, ServerMetadata } from './discovery/metadata.ts'
export type { DiscoveryRule } from './discovery/rules.ts'
export * from './errors.ts'
export type { List, PageOf } from './list.ts'
export type { Body, Endpoint, OfferedId, OperationId, Params, Query, Result } from './operations.ts'
export type { AudioOptions, Integration } from './resources/integration.ts'
export type { Keys } from './resources/keys.ts'
export type {
  AnalyticsJsonQuery,
  AnalyticsResource,
  Catalog,
  CatalogListQuery,
  CatalogTextQuery,
} from './resources/numbers.ts'
export type { Legacy, Outlets, Reference, Rules } from './resources/reference.ts'
export type { Releases, ReleaseWaitOptions } from './resources/releases.ts'
export { Spindle, type SpindleOptions } from './spindle.ts'
export type { ApiPromise } from './transport/promise.ts'
export type { Answered, Fetch, Logger, RequestOptions } from './transport/transport.ts'
export { createLocalStore, type TextStorage } from './uploads/local-store.ts'
export type { UploadProgress, UploadRetry } from './uploads/send-parts.ts'
export type { UploadInput, UploadSource } from './uploads/source.ts'
export { createMemoryStore, type UploadStore } from './uploads/store.ts'
export type { BegunUpload, UploadAnnouncement, UploadOptions, Uploads } from './uploads/uploads.ts'
export type { WaitOptions } from './wait.ts'
