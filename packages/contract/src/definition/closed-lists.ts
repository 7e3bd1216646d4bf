/**
 * The closed lists of the wire beside those of the release model. No schema library stands behind this file, so that
 * programs which only need the words start without one.
 */

/** What the bytes are. */
export const uploadKinds = ['audio', 'image', 'report'] as const
/** One of `uploadKinds`. */
export type UploadKind = (typeof uploadKinds)[number]

/** How large a picture is shown: its longer side in pixels. */
export const imageSizes = [64, 256, 640] as const
/** One of `imageSizes`. */
export type ImageSize = (typeof imageSizes)[number]

/** `awaiting_data -> received -> analysing -> ready | rejected`; `expired` when the bytes never came or nobody used them. */
export const uploadStatuses = ['awaiting_data', 'received', 'analysing', 'ready', 'rejected', 'expired'] as const
/** One of `uploadStatuses`. */
export type UploadStatus = (typeof uploadStatuses)[number]

/** What happens to a release. */
export const releaseEventTypes = [
  'release.created',
  'release.updated',
  'release.deleted',
  'release.submitted',
  'release.withdrawn',
  'release.review_started',
  'release.changes_requested',
  'release.rejected',
  'release.approved',
  'release.delivery_started',
  'release.scheduled',
  'release.live',
  'release.delivery_failed',
  'release.delivery_retried',
  'release.takedown_planned',
  'release.takedown_cancelled',
  'release.takedown_requested',
  'release.taken_down',
] as const
export type ReleaseEventType = (typeof releaseEventTypes)[number]

/** What happens between the hub and one outlet. */
export const deliveryEventTypes = [
  'delivery.sent',
  'delivery.acknowledged',
  'delivery.live',
  'delivery.refused',
  'delivery.failed',
  'delivery.retried',
  'delivery.takedown_sent',
  'delivery.takedown_failed',
  'delivery.taken_down',
] as const
export type DeliveryEventType = (typeof deliveryEventTypes)[number]

/** Orders of lists of releases. Titles come from A to Z, dates with the latest first; equal ones newest first. */
export const releaseSorts = ['createdAt', 'title', 'releaseDate', 'updatedAt'] as const
/** One of `releaseSorts`. */
export type ReleaseSort = (typeof releaseSorts)[number]

/** Why a release needs somebody. */
export const attentionReasons = ['changes_requested', 'rejected', 'refused', 'delivery_failed', 'findings'] as const
/** One of `attentionReasons`. */
export type AttentionReason = (typeof attentionReasons)[number]

/** Parts of an upload that lists leave out unless asked for. */
export const uploadParts = ['peaks'] as const

/** Parts of an item that are left out unless asked for. */
export const catalogParts = ['tracks', 'deliveries'] as const
/** One of `catalogParts`. */
export type CatalogPart = (typeof catalogParts)[number]

/** Length of the periods rows are about. Weeks begin on Monday (ISO 8601); a period is named by its first day. */
export const granularities = ['day', 'week', 'month', 'total'] as const
/** One of `granularities`. */
export type Granularity = (typeof granularities)[number]

/** `property` groups by outlets that are properties and leaves the other outlets out. */
export const analyticsDimensions = ['release', 'track', 'outlet', 'property', 'territory', 'source', 'model'] as const
/** One of `analyticsDimensions`. */
export type AnalyticsDimension = (typeof analyticsDimensions)[number]

/** `streams` are plays as reported; `playedMs` sums how long they were heard, of those that say so. */
export const analyticsMetrics = ['streams', 'playedMs', 'downloads', 'listeners', 'revenue'] as const
/** One of `analyticsMetrics`. */
export type AnalyticsMetric = (typeof analyticsMetrics)[number]

/** What numbers can be compared with: the range of the same length that ends the day before. */
export const comparisons = ['previous'] as const

/** Where numbers come from: plays reported by a property, an imported report, or the demo generator. */
export const analyticsSourceKinds = ['plays', 'report', 'sandbox'] as const
/** One of `analyticsSourceKinds`. */
export type AnalyticsSourceKind = (typeof analyticsSourceKinds)[number]

/** Which numbers an answer counts: plays, or reports. */
export const countedKinds = ['plays', 'report'] as const
/** One of `countedKinds`. */
export type CountedKind = (typeof countedKinds)[number]

/** How the listener came to the track. */
export const playSources = [
  'album',
  'artist',
  'library',
  'playlist',
  'radio',
  'recommendation',
  'search',
  'share',
  'other',
] as const
/** One of `playSources`. */
export type PlaySource = (typeof playSources)[number]

/** `active` is accepted; `expired` and `revoked` are answered alike, as if the key had never existed. */
export const keyStatuses = ['active', 'expired', 'revoked'] as const
/** One of `keyStatuses`. */
export type KeyStatus = (typeof keyStatuses)[number]

/** How far agents may go: look, also make drafts, also submit releases. */
export const agentGates = ['read', 'draft', 'submit'] as const
/** One of `agentGates`. */
export type AgentGate = (typeof agentGates)[number]

/** Who a request acts as: an API key, or a person (in the console, or through a program that the person allowed). */
export const callerKinds = ['api_key', 'person'] as const

/** What a limit of requests is counted for: this caller alone, or everything that acts for the account. */
export const requestLimitScopes = ['caller', 'account'] as const

/** The lists of codes a release may use. */
export const referenceLists = ['genres', 'languages', 'territories', 'roles'] as const
/** One of `referenceLists`. */
export type ReferenceList = (typeof referenceLists)[number]

/** What a webhook can hear of. */
export const webhookEventTypes = [
  'release.status_changed',
  'delivery.status_changed',
  'delivery.acknowledged',
  'upload.status_changed',
  'import.finished',
  'report.applied',
] as const
/** One of `webhookEventTypes`. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

/** What a message can be: an event, or the test that somebody asked for. */
export const webhookMessageTypes = [...webhookEventTypes, 'endpoint.test'] as const
/** One of `webhookMessageTypes`. */
export type WebhookMessageType = (typeof webhookMessageTypes)[number]

/** Whether a webhook is sent anything. */
export const webhookStatuses = ['active', 'disabled'] as const
/** One of `webhookStatuses`. */
export type WebhookStatus = (typeof webhookStatuses)[number]

/** Who says what a webhook is: its account, or a file of the operator. */
export const webhookSources = ['account', 'configuration'] as const
/** One of `webhookSources`. */
export type WebhookSource = (typeof webhookSources)[number]

/** Why a webhook is disabled. */
export const webhookDisabledReasons = ['requested', 'gone', 'failing', 'backlog'] as const
/** One of `webhookDisabledReasons`. */
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/** `pending` until one attempt is answered with 2xx, or the last one is over. */
export const webhookMessageStatuses = ['pending', 'delivered', 'failed'] as const
/** One of `webhookMessageStatuses`. */
export type WebhookMessageStatus = (typeof webhookMessageStatuses)[number]

/** Why an attempt failed. `refused` is an answer other than 2xx; `address_refused` names an address the hub does not ask. */
export const webhookFailures = [
  'refused',
  'timeout',
  'host_not_found',
  'address_refused',
  'connection_failed',
  'certificate_invalid',
] as const
/** One of `webhookFailures`. */
export type WebhookFailure = (typeof webhookFailures)[number]

/** How far an export is. */
export const exportStatuses = ['waiting', 'running', 'ready', 'failed'] as const
/** One of `exportStatuses`. */
export type ExportStatus = (typeof exportStatuses)[number]

/** What became of a message that was handed in. */
export const importStatuses = [
  'waiting',
  'created',
  'updated',
  'incomplete',
  'unchanged',
  'takedown_requested',
  'stale',
  'refused',
] as const
/** One of `importStatuses`. */
export type ImportStatus = (typeof importStatuses)[number]

/** What is said of something in a message. */
export const importNoteCodes = [
  'dropped',
  'assumed',
  'invalid',
  'shortened',
  'left_out',
  'differs',
  'withdrawn',
] as const
/** One of `importNoteCodes`. */
export type ImportNoteCode = (typeof importNoteCodes)[number]

/** What became of a file that a message names. */
export const importFileStates = ['accepted', 'hash_differs', 'size_differs', 'missing', 'unusable', 'kept'] as const
/** One of `importFileStates`. */
export type ImportFileState = (typeof importFileStates)[number]

/** Who did something, where no more is said: the account, or the operator of the hub. */
export const actorTypes = ['account', 'operator'] as const
/** One of `actorTypes`. */
export type ActorType = (typeof actorTypes)[number]

/** Where a report of a store stands. */
export const reportStatuses = ['applied', 'replaced', 'undone'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** What a new report does with those of the same source about the same time. */
export const reportOverlaps = ['replace', 'add'] as const
export type ReportOverlap = (typeof reportOverlaps)[number]

/** How files of reports are read: tables of this name, or messages of DDEX. */
export const reportPresets = ['spindle', 'distrokid', 'audius', 'bandcamp', 'dsr'] as const
export type ReportPreset = (typeof reportPresets)[number]

/** What a column of a report can say. */
export const reportFields = [
  'isrc',
  'upc',
  'title',
  'artist',
  'store',
  'territory',
  'model',
  'period',
  'from',
  'to',
  'streams',
  'downloads',
  'quantity',
  'use',
  'revenue',
  'currency',
] as const
export type ReportField = (typeof reportFields)[number]
