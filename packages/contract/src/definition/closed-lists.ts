/**
 * The closed lists of the wire beside those of the release model. This file imports no schema library, so that
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

/** Compressed audio that the hub makes of masters. */
export const audioFormats = ['mp3'] as const
/** One of `audioFormats`. */
export type AudioFormat = (typeof audioFormats)[number]

/**
 * `awaiting_data -> received -> analysing -> ready | rejected`; `expired` when the bytes never arrived or were not
 * used.
 */
export const uploadStatuses = ['awaiting_data', 'received', 'analysing', 'ready', 'rejected', 'expired'] as const
/** One of `uploadStatuses`. */
export type UploadStatus = (typeof uploadStatuses)[number]

/** What happens to a release. */
export const releaseEventTypes = [
  'release.created',
  'release.updated',
  'release.deleted',
  'release.restored',
  'release.erased',
  'release.submitted',
  'release.withdrawn',
  'release.changes_discarded',
  'release.audio_replaced',
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

/** Why a release needs a person. */
export const attentionReasons = ['changes_requested', 'rejected', 'refused', 'delivery_failed', 'findings'] as const
/** One of `attentionReasons`. */
export type AttentionReason = (typeof attentionReasons)[number]

/** Parts of an upload that lists leave out unless requested. */
export const uploadParts = ['peaks'] as const

/** Parts of an item that are left out unless requested. */
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

/** `streams` are plays as reported; `playedMs` sums how long they were played, of those that contain it. */
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

/** What a limit of requests is counted for: only this caller, or everything that acts for the account. */
export const requestLimitScopes = ['caller', 'account'] as const

/** The lists of codes a release may use. */
export const referenceLists = ['genres', 'languages', 'territories', 'roles'] as const
/** One of `referenceLists`. */
export type ReferenceList = (typeof referenceLists)[number]

/** Stores whose artist ids a party has. */
export const partyStores = ['spotify', 'apple'] as const
/** One of `partyStores`. */
export type PartyStore = (typeof partyStores)[number]
