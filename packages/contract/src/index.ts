/**
 * What the wire looks like, as data. Each folder is one part of it:
 *
 * - `definition` what an operation is, limits, permissions, and the types of requests; `operations.ts` lists all operations
 * - `api`        the operations of the API, a folder or file for each noun
 * - `console`    the operations of the console, an entry of its own
 * - `releases`   releases, tracks, deliveries and reviews: the model of `/api/v1/music-distributor`
 * - `rules`      what releases and files are checked by, and their findings
 * - `codes`      identifiers with their check digits, and the lists of genres, languages and territories
 * - `errors`     the closed list of errors with its help, and the texts for values that a schema refuses
 * - `schema`     how schemas are written and applied
 * - `openapi`    the OpenAPI document, a separate entry
 * - `audio-headers` what the first bytes of a master contain, a separate entry
 * - `ern-packages` which files of a DDEX ERN package are messages, and which belong to them, a separate entry
 * - `tar`        archives of files, a separate entry
 *
 * The paths come in two families, which the interface fixes. `/api/v1/music-distributor` is the music API: releases with
 * tracks, their rules and their analytics. `/api/v1/distributor` is the API of the account: keys, uploads, the catalog,
 * analytics over everything, and the single-asset endpoint (`api/releases/legacy-release.ts`). Both use the same data.
 */

export * from './api/bulk.ts'
export * from './api/bulk-model.ts'
export * from './api/catalog/analytics.ts'
export * from './api/catalog/catalog.ts'
export * from './api/catalog/feed-events.ts'
export * from './api/catalog/metric-values.ts'
export * from './api/catalog/playable-releases.ts'
export * from './api/catalog/plays.ts'
export * from './api/catalog/recordings.ts'
export * from './api/catalog/signed-media.ts'
export * from './api/discovery/discovery-documents.ts'
export * from './api/discovery/integration.ts'
export * from './api/events.ts'
export * from './api/exports.ts'
export * from './api/keys.ts'
export * from './api/labels.ts'
export * from './api/parties.ts'
export * from './api/party-merges.ts'
export * from './api/party-suggestions.ts'
export * from './api/reference/list-rules.ts'
export * from './api/reference/outlets.ts'
export * from './api/reference/reference.ts'
export * from './api/releases/imports.ts'
export * from './api/releases/legacy-release.ts'
export * from './api/releases/message-preview.ts'
export * from './api/releases/release-events.ts'
export * from './api/releases/release-operations.ts'
export * from './api/releases/revisions.ts'
export * from './api/releases/store-messages.ts'
export * from './api/releases/table-import-model.ts'
export * from './api/releases/table-imports.ts'
export * from './api/releases/table-mapping.ts'
export * from './api/releases/takedowns.ts'
export * from './api/releases/trash.ts'
export * from './api/report-lines.ts'
export * from './api/report-mapping.ts'
export * from './api/reports.ts'
export * from './api/summary.ts'
export * from './api/transfer-model.ts'
export * from './api/transfers.ts'
export * from './api/uploads.ts'
export * from './api/webhooks.ts'
export * from './codes/code-prefixes.ts'
export * from './codes/ddex-words.ts'
export * from './codes/language-codes.ts'
export * from './codes/territory-codes.ts'
export * from './definition/limits.ts'
export * from './definition/operation.ts'
export type {
  FeedQuery,
  KeyListQuery,
  KeyRotation,
  PageQuery,
  ReleaseListQuery,
  UploadListQuery,
} from './definition/request-types.ts'
export * from './errors/error-help.ts'
export * from './errors/errors.ts'
export { dropEchoes, type Explanation, explainInvalid } from './errors/explain-invalid.ts'
export * from './operations.ts'
export * from './releases/available-at.ts'
export { Contributor } from './releases/contributors.ts'
export * from './releases/deliveries.ts'
export * from './releases/fill-credits.ts'
export * from './releases/fill-defaults.ts'
export * from './releases/go-live.ts'
export * from './releases/offers.ts'
export * from './releases/planned-takedown.ts'
export * from './releases/release-defaults.ts'
export * from './releases/release-listing.ts'
export * from './releases/release-model.ts'
export { Deal, type ImportIssue, Territories } from './releases/release-parts.ts'
export * from './releases/review-members.ts'
export * from './releases/territory-set.ts'
export * from './rules/finding.ts'
export * from './schema/merge-patch.ts'
export * from './schema/schema.ts'
export { Type } from './schema/type.ts'
export * from './vocabulary.ts'
