import type { Place, StoreKind } from '../interchange/index.ts'

/** A place of somebody else that the hub takes packages from, on behalf of one account. */

/**
 * What becomes of a package that was taken: it is moved to `done/` or `refused/` with a report beside it; it stays, and the
 * report alone is written; or nothing is written there at all.
 */
export const afterwards = ['move', 'report', 'nothing'] as const

export interface DropManners {
  readonly afterwards: (typeof afterwards)[number]
  /** How often the hub looks into it. */
  readonly everySeconds: number
  /** What has been as it is for so long is taken as it is, whatever it lacks. */
  readonly settleSeconds: number
  /** Whether the sender is told in `acknowledgements/`, in messages of DDEX. Not, where it is left out. */
  readonly acknowledges?: boolean | undefined
}

export type DropKind = StoreKind
export type DropSettings = DropManners & Place

/** Where senders look for what is said of their messages. */
export const acknowledgements = 'acknowledgements'
/** Folders at the top of the place that are the hub's, and no packages. */
export const ownFolders: ReadonlySet<string> = new Set(['done', 'refused', acknowledgements])
