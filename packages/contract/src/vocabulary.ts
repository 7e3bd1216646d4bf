/** The words of the wire, for programs that must start quickly: nothing here loads a schema library. */

export * from './api/releases/takedown-words.ts'
export * from './codes/genres.ts'
export * from './codes/identifiers.ts'
export * from './definition/closed-lists.ts'
export * from './definition/exchange-lists.ts'
export { limits } from './definition/limits.ts'
export * from './definition/permissions.ts'
export { findNearestName } from './errors/nearest-name.ts'
export * from './releases/compose-display-artist.ts'
export * from './releases/describe-go-live.ts'
export * from './releases/release-vocabulary.ts'
export * from './releases/suggest-release-type.ts'
