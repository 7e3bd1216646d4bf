/** The words of the wire, for programs that must start quickly: nothing here loads a schema library. */

export * from './codes/genres.ts'
export * from './codes/identifiers.ts'
export { findNearestName } from './errors/nearest-name.ts'
export * from './operations/permissions.ts'
export * from './releases/release-vocabulary.ts'
export * from './releases/suggest-release-type.ts'
export * from './releases/takedown-words.ts'
export * from './resources/closed-lists.ts'
