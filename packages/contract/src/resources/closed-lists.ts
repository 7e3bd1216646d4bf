/**
 * The closed lists of the wire beside those of the release model. No schema library stands behind this file, so that
 * programs which only need the words start without one.
 */

/** What the bytes are. */
export const uploadKinds = ['audio', 'image'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** `awaiting_data -> received -> analysing -> ready | rejected`; `expired` when the bytes never came or nobody used them. */
export const uploadStatuses = ['awaiting_data', 'received', 'analysing', 'ready', 'rejected', 'expired'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** Parts of an item that are left out unless asked for. */
export const catalogParts = ['tracks', 'deliveries'] as const
export type CatalogPart = (typeof catalogParts)[number]

/** Length of the periods rows are about. Weeks begin on Monday (ISO 8601); a period is named by its first day. */
export const granularities = ['day', 'week', 'month', 'total'] as const
export type Granularity = (typeof granularities)[number]

/** `property` groups by outlets that are properties and leaves the other outlets out. */
export const analyticsDimensions = ['release', 'track', 'outlet', 'property', 'territory', 'source', 'model'] as const
export type AnalyticsDimension = (typeof analyticsDimensions)[number]

/** `streams` are plays as reported; `playedMs` sums how long they were heard, of those that say so. */
export const analyticsMetrics = ['streams', 'playedMs', 'downloads', 'listeners', 'revenue'] as const
export type AnalyticsMetric = (typeof analyticsMetrics)[number]

/** Where numbers come from: plays reported by a property, an imported report, or the demo generator. */
export const analyticsSourceKinds = ['plays', 'report', 'sandbox'] as const
export type AnalyticsSourceKind = (typeof analyticsSourceKinds)[number]

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
export type PlaySource = (typeof playSources)[number]

/** `active` is accepted; `expired` and `revoked` are answered alike, as if the key had never existed. */
export const keyStatuses = ['active', 'expired', 'revoked'] as const
export type KeyStatus = (typeof keyStatuses)[number]

/** The lists of codes a release may use. */
export const referenceLists = ['genres', 'languages', 'territories', 'roles'] as const
export type ReferenceList = (typeof referenceLists)[number]
