export type {
  AcceptedSuggestion,
  AccountDefaults,
  ActivityEvent,
  Analytics,
  AnalyticsComparison,
  AnalyticsName,
  AnalyticsQuery,
  AnalyticsRow,
  AnsweredDefaults,
  ApiKey,
  AttentionItem,
  AttentionReason,
  AudioFormat,
  Bulk,
  BulkFilters,
  BulkOutlets,
  BulkRelease,
  CatalogItem,
  CatalogQuery,
  CatalogTombstone,
  CreatedApiKey,
  CreatedWebhook,
  CurrentKey,
  DefaultsChange,
  Delivery,
  DeliveryProof,
  DismissedSuggestion,
  DraftItem,
  Export,
  FeedChange,
  FeedEvent,
  FeedPage,
  FeedQuery,
  FeedTombstone,
  FeedTrack,
  Finding,
  FullRevision,
  ImageSize,
  Import,
  ImportFile,
  ImportListItem,
  ImportNote,
  KeptTableMapping,
  KeyListQuery,
  KeyRotation,
  Label,
  LabelDefaults,
  LabelPatch,
  LabelsQuery,
  LegacyReleaseInput,
  ListedParty,
  LiveEvent,
  MessageComparison,
  MissingFile,
  NewApiKey,
  NewBulk,
  NewImport,
  NewLabel,
  NewParty,
  NewReport,
  NewTableImport,
  NewTransfer,
  NewWebhook,
  Outlet,
  PageQuery,
  PartiesQuery,
  Party,
  PartyMerge,
  PartyMergeRequest,
  PartyPatch,
  PartyRelease,
  PartySuggestion,
  PartySuggestionAcceptance,
  PartySuggestionDismissal,
  PartySuggestionsQuery,
  Permission,
  PlayableRelease,
  PlayableRendition,
  PlayableTrack,
  PlayEvent,
  PlaysReceipt,
  PublishedRule,
  Recording,
  RecordingsQuery,
  RecordingTrack,
  ReferenceEntry,
  ReferenceList,
  Release,
  ReleaseCheck,
  ReleaseDefaults,
  ReleaseEvent,
  ReleaseInput,
  ReleaseListItem,
  ReleaseListQuery,
  ReleasePatch,
  ReleaseRevision,
  ReleaseSort,
  ReleaseStatus,
  ReportPreview,
  ReportToPreview,
  RestoredRevision,
  RevisionChange,
  RevisionComparison,
  SearchMatch,
  SetAsideLine,
  SignedAddress,
  StoreMessage,
  StoreReport,
  StreamsSummary,
  Summary,
  TableImport,
  TableImportRelease,
  TableMapping,
  TakedownPreview,
  TakedownRequest,
  Track,
  TrackInput,
  Transfer,
  TransferFinding,
  TransferMark,
  TransferMarked,
  TransferPatch,
  TransferProgress,
  TransferRelease,
  TransferStore,
  TrashedRelease,
  Upload,
  UploadKind,
  UploadListQuery,
  UploadStatus,
  VerificationResult,
  WaitingRecording,
  Webhook,
  WebhookAttempt,
  WebhookMessage,
  WebhookPatch,
} from '@spindle/contract'
export type { Credentials } from './credentials.ts'
export { type DiscoverOptions, type Discovery, type DiscoveryReport, discover } from './discovery/discover.ts'
export type { DiscoveryRule } from './discovery/discovery-rules.ts'
export type { Challenge } from './discovery/parse-challenges.ts'
export type { AgentAuthMetadata, ResourceMetadata, ServerMetadata } from './discovery/parse-metadata.ts'
export * from './errors.ts'
export type {
  AllowUndefined,
  Body,
  Endpoint,
  OfferedId,
  OperationId,
  Params,
  Query,
  Result,
} from './operations/endpoints.ts'
export type { List, PageOf } from './operations/paged-list.ts'
export type { RawRequestOptions } from './operations/raw-request.ts'
export type { WaitOptions } from './operations/wait-until.ts'
export type { AnalyticsJsonQuery, AnalyticsResource } from './resources/analytics.ts'
export type { BulkJobs } from './resources/bulk.ts'
export type { Catalog, CatalogListQuery, CatalogTextQuery } from './resources/catalog.ts'
export type { Events } from './resources/events.ts'
export type { Exports } from './resources/exports.ts'
export { findRefusals, type Refusal } from './resources/find-refusals.ts'
export type { StreamOptions } from './resources/follow-events.ts'
export type { Imports } from './resources/imports.ts'
export type { Integration, PlayableReleaseOptions, TrackAudioOptions } from './resources/integration.ts'
export type { Keys } from './resources/keys.ts'
export type { Defaults, LabelListQuery, Labels } from './resources/labels.ts'
export type { Legacy } from './resources/legacy-releases.ts'
export type { AudioOptions } from './resources/media-headers.ts'
export type { Outlets } from './resources/outlets.ts'
export type { Parties, PartyListQuery, PartySuggestionListQuery } from './resources/parties.ts'
export type { RecordingListQuery, Recordings } from './resources/recordings.ts'
export type { Reference, Rules } from './resources/reference.ts'
export type { Releases, ValidateOptions } from './resources/releases.ts'
export type { Reports } from './resources/reports.ts'
export type { TableImports } from './resources/table-imports.ts'
export type { TableMappings } from './resources/table-mappings.ts'
export type { Transfers } from './resources/transfers.ts'
export type { Trash } from './resources/trash.ts'
export type { BegunUpload, ImageOptions, UploadAnnouncement, Uploads } from './resources/uploads.ts'
export type { ReleaseGoal, ReleaseWaitOptions } from './resources/wait-for-release.ts'
export { Spindle, type SpindleOptions } from './spindle.ts'
export type { ApiPromise } from './transport/api-promise.ts'
export type { Answered, Fetch, Logger, RequestOptions } from './transport/transport.ts'
export type { UploadOptions } from './uploads/create-upload.ts'
export { localUploadCache, type TextStorage } from './uploads/local-upload-cache.ts'
export type { UploadProgress, UploadRetry } from './uploads/send-parts.ts'
export { memoryUploadCache, type UploadCache } from './uploads/upload-cache.ts'
export type { UploadInput, UploadSource } from './uploads/upload-source.ts'
