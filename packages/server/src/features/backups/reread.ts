/**
 * Which files of a folder a backup reads again to check that they are intact. All of a small folder each time; of a
 * large one a part, which continues where the last backup stopped.
 */
export interface Reread {
  /** Called once for each upload, in the order of their ids. */
  isDue(upload: { readonly id: string; readonly bytes: number }): boolean
  /** The id after which the next backup continues; empty to start again. */
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
