/**
 * What the wire looks like, as data. Each folder is one part of it:
 *
 * - `operations` what an operation is, the list of all of them, limits, permissions, and the types of their requests
 * - `releases`   releases, tracks, deliveries and reviews: the model of `/api/v1/music-distributor`
 * - `resources`  everything else that is asked for by a path: keys, uploads, catalog, analytics, plays, discovery
 * - `rules`      what releases and files are checked by, and the findings that come of it
 * - `codes`      identifiers with their check digits, and the lists of genres, languages and territories
 * - `errors`     the closed list of errors with its help, and what is said of a value that a schema refuses
 * - `schema`     how schemas are written and applied
 * - `openapi`    the OpenAPI document, an entry of its own
 * - `audio-headers` what the first bytes of a master tell, an entry of its own
 * - `ern-packages` which files of a package of DDEX ERN are messages, and which belong to them, an entry of its own
 * - `tar`        archives of files, an entry of its own
 *
 * The paths come in two families, which the interface fixes. `/api/v1/music-distributor` is the music API: releases with
 * tracks, their rules and their analytics. `/api/v1/distributor` is the API of the account: keys, uploads, the catalog,
 * analytics over everything, and the single-asset endpoint (`releases/legacy-release.ts`). One store stands behind both.
 */

export * from './codes/language-codes.ts'
export * from './codes/reference.ts'
export * from './codes/territory-codes.ts'
export * from './errors/error-help.ts'
export * from './errors/errors.ts'
export { dropEchoes, type Explanation, explainInvalid } from './errors/explain-invalid.ts'
export * from './operations/limits.ts'
export * from './operations/operation.ts'
export * from './operations/operations.ts'
export type {
  FeedQuery,
  KeyListQuery,
  KeyRotation,
  PageQuery,
  ReleaseListQuery,
  UploadListQuery,
} from './operations/request-types.ts'
export * from './releases/available-at.ts'
export * from './releases/deliveries.ts'
export * from './releases/imports.ts'
export * from './releases/legacy-release.ts'
export * from './releases/message-preview.ts'
export * from './releases/offers.ts'
export * from './releases/planned-takedown.ts'
export * from './releases/release-listing.ts'
export * from './releases/release-model.ts'
export * from './releases/release-operations.ts'
export { Contributor, Deal, type ImportIssue, Territories } from './releases/release-parts.ts'
export * from './releases/review-members.ts'
export * from './releases/store-messages.ts'
export * from './releases/takedowns.ts'
export * from './releases/territory-set.ts'
export * from './resources/analytics.ts'
export * from './resources/catalog.ts'
export * from './resources/discovery-documents.ts'
export * from './resources/events.ts'
export * from './resources/exports.ts'
export * from './resources/integration.ts'
export * from './resources/keys.ts'
export * from './resources/outlets.ts'
export * from './resources/plays.ts'
export * from './resources/reports.ts'
export * from './resources/summary.ts'
export * from './resources/uploads.ts'
export * from './resources/webhooks.ts'
export * from './rules/finding.ts'
export * from './rules/list-rules.ts'
export * from './schema/merge-patch.ts'
export * from './schema/schema.ts'
export { Type } from './schema/type.ts'
export * from './vocabulary.ts'
