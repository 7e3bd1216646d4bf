import type { Sql } from '../../platform/database/sql.ts'
import { findOpenRestore } from './backup-queries.ts'

/** A hold that begins while the hub runs is noticed within this time; its end immediately. */
const rememberedMs = 5_000

/**
 * Whether this is a restored hub that no operator has finished. It lacks what came after the backup, including
 * takedowns, and may be a drill next to its original: until then it sends nothing.
 */
export function restoreHold(system: Sql): () => Promise<boolean> {
  let freeUntilMs = 0
  return async () => {
    if (performance.now() < freeUntilMs) return false
    if (await findOpenRestore(system)) return true
    freeUntilMs = performance.now() + rememberedMs
    return false
  }
}
