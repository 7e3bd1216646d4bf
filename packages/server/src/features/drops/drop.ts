import type { Place, StoreKind } from '../interchange/index.ts'

/** A place of a third party from which the hub imports packages, on behalf of one account. */

/**
 * What happens to an imported package: it is moved to `done/` or `refused/` with a report beside it; it stays, and
 * the report alone is written; or nothing is written there at all.
 */
export const afterwards = ['move', 'report', 'nothing'] as const

export interface DropManners {
  readonly afterwards: (typeof afterwards)[number]
  /** How often the hub looks into it. */
  readonly everySeconds: number
  /** A package that has not changed for so long is imported as it is, even if it lacks something. */
  readonly settleSeconds: number
  /** Whether the sender gets DDEX acknowledgements in `acknowledgements/`. Default: no. */
  readonly acknowledges?: boolean | undefined
}

export type DropKind = StoreKind
export type DropSettings = DropManners & Place

/** Where senders look for what is said of their messages. */
export const acknowledgements = 'acknowledgements'
/** Folders at the top of the place that are the hub's, and no packages. */
export const ownFolders: ReadonlySet<string> = new Set(['done', 'refused', acknowledgements])
