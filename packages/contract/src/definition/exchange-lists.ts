/** Closed lists of what comes in and goes out: webhooks, exports, imports, reports. As in `closed-lists.ts`. */

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

/** How far the import of a table is. */
export const tableImportStatuses = ['waiting', 'running', 'done', 'refused', 'undoing', 'undone'] as const
/** One of `tableImportStatuses`. */
export type TableImportStatus = (typeof tableImportStatuses)[number]

/** The outcome of a release of a table. */
export const tableImportOutcomes = ['waiting', 'created', 'updated', 'unchanged', 'refused', 'undone'] as const
/** One of `tableImportOutcomes`. */
export type TableImportOutcome = (typeof tableImportOutcomes)[number]

/** What the columns of a table of releases mean. */
export const tablePresets = ['spindle', 'catalog', 'audiosalad', 'massivemusic', 'mixbank', 'revelator'] as const
/** One of `tablePresets`. */
export type TablePreset = (typeof tablePresets)[number]

/** What a column of a table of releases can say. */
export const tableFields = [
  'release',
  'releaseId',
  'externalId',
  'upc',
  'catalogNumber',
  'releaseTitle',
  'releaseVersion',
  'releaseType',
  'releaseArtist',
  'displayArtist',
  'label',
  'genre',
  'subgenre',
  'releaseLanguage',
  'releaseExplicit',
  'releaseDate',
  'originalReleaseDate',
  'pLine',
  'pLineYear',
  'cLine',
  'cLineYear',
  'territories',
  'coverFile',
  'deleted',
  'trackId',
  'disc',
  'track',
  'trackTitle',
  'trackVersion',
  'trackArtist',
  'featured',
  'remixer',
  'composer',
  'lyricist',
  'producer',
  'isrc',
  'iswc',
  'trackLanguage',
  'trackExplicit',
  'composition',
  'containsSamples',
  'instrumental',
  'audioFile',
  'sha256',
] as const
/** One of `tableFields`. */
export type TableField = (typeof tableFields)[number]

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

/** What lines of a table that cannot be read do: they refuse the report, or are set aside and listed. */
export const reportUnreadables = ['refuse', 'set_aside'] as const
export type ReportUnreadable = (typeof reportUnreadables)[number]

/** How files of reports are read: tables of this name, or messages of DDEX. */
export const reportPresets = [
  'spindle',
  'distrokid',
  'audius',
  'bandcamp',
  'apple',
  'believe',
  'cdbaby',
  'fuga',
  'orchard',
  'symphonic',
  'tunecore',
  'youtube',
  'dsr',
] as const
export type ReportPreset = (typeof reportPresets)[number]

/** Why a line of a report waits: it has neither ISRC nor UPC, or no release of the account has its code. */
export const reportWaitingReasons = ['no_code', 'not_released'] as const
export type ReportWaitingReason = (typeof reportWaitingReasons)[number]

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
  'reported',
  'streams',
  'downloads',
  'quantity',
  'use',
  'revenue',
  'currency',
] as const
export type ReportField = (typeof reportFields)[number]

/** What a bulk job does with each of its releases. */
export const bulkActions = ['patch', 'validate', 'submit', 'takedown', 'outlets', 'redeliver'] as const
/** One of `bulkActions`. */
export type BulkAction = (typeof bulkActions)[number]

/** How far a bulk job is. */
export const bulkStatuses = ['running', 'paused', 'completed', 'cancelled'] as const
/** One of `bulkStatuses`. */
export type BulkStatus = (typeof bulkStatuses)[number]

/** What became of one release of a bulk job. */
export const bulkOutcomes = ['waiting', 'done', 'unchanged', 'refused'] as const
/** One of `bulkOutcomes`. */
export type BulkOutcome = (typeof bulkOutcomes)[number]
