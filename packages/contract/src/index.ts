export * from './codes/genres.ts'
export * from './codes/identifiers.ts'
export * from './codes/language-codes.ts'
export * from './codes/reference.ts'
export * from './codes/territory-codes.ts'
export * from './errors/error-help.ts'
export * from './errors/errors.ts'
export { type Explanation, explainInvalid } from './errors/explain-invalid.ts'
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
export * from './releases/deliveries.ts'
export * from './releases/legacy-release.ts'
export * from './releases/release-model.ts'
export * from './releases/release-operations.ts'
export { Contributor, Deal, Territories } from './releases/release-parts.ts'
export * from './releases/review-members.ts'
export * from './releases/suggest-release-type.ts'
export * from './resources/analytics.ts'
export * from './resources/catalog.ts'
export * from './resources/discovery-documents.ts'
export * from './resources/integration.ts'
export * from './resources/keys.ts'
export * from './resources/outlets.ts'
export * from './resources/plays.ts'
export * from './resources/uploads.ts'
export * from './rules/finding.ts'
export * from './rules/list-rules.ts'
export * from './schema/merge-patch.ts'
export * from './schema/schema.ts'
export * from './vocabulary.ts'
