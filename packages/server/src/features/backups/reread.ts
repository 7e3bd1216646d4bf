/**
 * Which files of a folder a backup reads again to see whether they are whole. All of a small folder each time; of a large
 * one a part, which continues where the last backup ended.
 */
export interface Reread {
  /** To be asked of each upload once, in the order of their ids. */
  isDue(upload: { readonly id: string; readonly bytes: number }): boolean
  /** Behind which id the next backup continues; empty where it begins anew. */
  next(): string
}

export function rereadInTurn({ after, budgetBytes }: { readonly after: string; readonly budgetBytes: number }): Reread {
  let left = budgetBytes
  let last = after
  return {
    isDue({ id, bytes }) {
      if (id <= after || left <= 0) return false
      left -= bytes
      last = id
      return true
    },
    next: () => (left > 0 ? '' : last),
  }
}
