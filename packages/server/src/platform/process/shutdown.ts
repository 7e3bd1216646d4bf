/**
 * What must be closed, in the reverse order of how it came: no new work first, then what runs, the database last. Also
 * after a start that failed half-way. One part that does not close in order must not keep the others open.
 */
export interface ShutdownSequence {
  add(close: () => Promise<void>): void
  /** Rejects with the first failure, after everything was tried. Idempotent. */
  run(): Promise<void>
}

/** Closes what was added in the reverse order, all of it even when some fails; then throws the first failure. */
export function shutdownSequence(): ShutdownSequence {
  const open: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined
  const closeInOrder = async (): Promise<void> => {
    const failures: unknown[] = []
    for (let close = open.pop(); close; close = open.pop())
      await close().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  return {
    add: (close) => {
      open.push(close)
    },
    run: () => {
      running ??= closeInOrder()
      return running
    },
  }
}

/** Rejects with the first failure, once everything has ended. */
export async function finishAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
