import type { BlobWriter, CheckpointPolicy } from '../../../platform/blobs/blobs.ts'

/**
 * Makes progress public while bytes keep coming. Owns the order of the promise: first the bytes are synced, then the
 * synced position is committed, never a byte more.
 */

export interface CheckpointOptions {
  readonly writer: Pick<BlobWriter, 'position' | 'sync'>
  readonly policy: CheckpointPolicy
  /** Makes the offset public; rejects when the writer was fenced. */
  readonly advance: (position: number) => Promise<void>
  readonly now: () => number
}

export interface Checkpoints {
  run(): Promise<void>
  /** Begins a checkpoint when enough came together, and waits only when the disk falls behind. */
  runWhenDue(): Promise<void>
  /** Resolves when none is running; rejects when one has failed. */
  settle(): Promise<void>
}

export function commitCheckpoints({ writer, policy, advance, now }: CheckpointOptions): Checkpoints {
  const { everyBytes, everyMs, minBytes } = policy
  let committed = writer.position
  let lastAt = now()
  let running: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const run = async (): Promise<void> => {
    const position = await writer.sync()
    if (position === committed) return
    await advance(position)
    committed = position
    lastAt = now()
  }
  const isDue = (): boolean => {
    const ahead = writer.position - committed
    return ahead >= everyBytes || (ahead >= minBytes && now() - lastAt >= everyMs)
  }
  const settle = async (): Promise<void> => {
    await running
    if (failure) throw failure.error
  }
  return {
    run,
    settle,
    async runWhenDue() {
      if (failure) throw failure.error
      if (!running && isDue())
        running = run()
          .catch((error: unknown) => {
            failure = { error }
          })
          .finally(() => {
            running = undefined
          })
      // Pages the disk has not taken yet stay bounded.
      if (writer.position - committed > 2 * everyBytes) await settle()
    },
  }
}
