/**
 * What must be closed, in reverse order: first no new work, then running work, the database last. Also used after a
 * start that failed halfway. If one part fails to close, the others are still closed.
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
