/** The words of the wire, for programs that must start quickly: nothing here loads a schema library. */
export * from './closed-lists.ts'
export { nearestOf } from './nearest.ts'
export * from './permissions.ts'
export * from './release-vocabulary.ts'
