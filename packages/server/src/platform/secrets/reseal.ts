import type { Database, Transaction } from '../database/sql.ts'
import { encrypt, type Keys, tryToDecrypt } from './encryption.ts'

/**
 * Seals again, with the current secret, values sealed with an earlier one. Completed steps are kept, so it may be
 * interrupted.
 */

/** The number of sealed values, by result. */
export interface SealedCounts {
  /** Sealed again just now. */
  readonly resealed: number
  /** Already sealed with the current secret. */
  readonly current: number
  /** No secret opens them. */
  readonly unopened: number
}

/** `examine` only counts. `discard` removes what no secret opens, if the hub can make it again. */
export type SealedWork = 'reseal' | 'examine' | 'discard'

/** One kind of sealed values. */
export interface SealedValues {
  /** A name for the operator, such as `signing keys`. */
  readonly name: string
  /** What to do about values that no secret opens any more. */
  readonly remedy: string
  /** Handles a limited number of values after the end of the previous step, in one transaction. */
  workNext(work: SealedWork, after: string | undefined): Promise<ResealedStep>
}

/** The result of one call of `workNext`, and where the next one begins. */
export interface ResealedStep extends SealedCounts {
  /** Where this step ended; undefined when nothing is left. */
  readonly next: string | undefined
}

export const noneSealed: SealedCounts = { resealed: 0, current: 0, unopened: 0 }

/** The sum of both, member by member. */
export const addCounts = (one: SealedCounts, other: SealedCounts): SealedCounts => ({
  resealed: one.resealed + other.resealed,
  current: one.current + other.current,
  unopened: one.unopened + other.unopened,
})

/** The count of one value, and its new bytes if it has to be stored again. */
export function resealValue(keys: Keys, sealed: Buffer): { readonly counts: SealedCounts; readonly bytes?: Buffer } {
  const [current] = keys
  if (tryToDecrypt([current], sealed) !== undefined) return { counts: { ...noneSealed, current: 1 } }
  const plain = tryToDecrypt(keys, sealed)
  if (plain === undefined) return { counts: { ...noneSealed, unopened: 1 } }
  return { counts: { ...noneSealed, resealed: 1 }, bytes: encrypt(keys, plain) }
}

/** All of them, step by step; `onStep` receives the counts so far. */
export async function workThrough(
  values: SealedValues,
  work: SealedWork,
  onStep: (counts: SealedCounts) => void = () => {},
): Promise<SealedCounts> {
  let counts = noneSealed
  let after: string | undefined
  do {
    const { next, ...step } = await values.workNext(work, after)
    counts = addCounts(counts, step)
    after = next
    onStep(counts)
  } while (after !== undefined)
  return counts
}

/** One sealed value, by the id of its row. */
export interface SealedRow {
  readonly id: string
  readonly sealed: Buffer
}

/** Values of which there are few: all in one step. */
export interface FewSealed extends Pick<SealedValues, 'name' | 'remedy'> {
  lock(trx: Transaction): Promise<readonly SealedRow[]>
  save(trx: Transaction, row: SealedRow): Promise<void>
  /** For values that the hub makes again. */
  remove?(trx: Transaction, id: string): Promise<void>
}

/** All of them in one transaction, with their rows locked: either each is sealed again or none is. */
export const resealTogether = (
  database: Database,
  keys: Keys,
  { name, remedy, lock, save, remove }: FewSealed,
): SealedValues => ({
  name,
  remedy,
  workNext: (work) =>
    database.transaction(async (trx) => {
      let counted = noneSealed
      for (const { id, sealed } of await lock(trx)) {
        const { counts, bytes } = resealValue(keys, sealed)
        if (bytes && work === 'reseal') await save(trx, { id, sealed: bytes })
        if (counts.unopened > 0 && work === 'discard') await remove?.(trx, id)
        counted = addCounts(counted, counts)
      }
      return { ...counted, next: undefined }
    }),
})
