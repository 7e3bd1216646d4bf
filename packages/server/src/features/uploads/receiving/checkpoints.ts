import type { BlobWriter, CheckpointPolicy, Durable, SyncExtent } from '../../../platform/blobs/blobs.ts'

/**
 * Publishes progress while bytes keep coming. Guarantees the order: first the bytes are synced, then the synced
 * position is committed, never a byte more.
 */

export interface CheckpointOptions {
  readonly writer: Pick<BlobWriter, 'position' | 'sync'>
  readonly policy: CheckpointPolicy
  /** Publishes the offset, with the receipt; rejects if the writer was fenced. */
  readonly advance: (durable: Durable) => Promise<void>
  readonly now: () => number
}

export interface Checkpoints {
  run(): Promise<void>
  /** Starts a checkpoint once enough bytes have arrived, and only waits if the disk falls behind. */
  runWhenDue(): Promise<void>
  /** Resolves when none is running; rejects if one has failed. */
  settle(): Promise<void>
}

export function commitCheckpoints({ writer, policy, advance, now }: CheckpointOptions): Checkpoints {
  const { everyBytes, everyMs, minBytes } = policy
  let committed = writer.position
  let lastAt = now()
  let running: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  const run = async (extent: SyncExtent): Promise<void> => {
    const durable = await writer.sync(extent)
    if (durable.position === committed) return
    await advance(durable)
    committed = durable.position
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
    run: () => run('all'),
    settle,
    async runWhenDue() {
      if (failure) throw failure.error
      if (!running && isDue())
        running = run('enough')
          .catch((error: unknown) => {
            failure = { error }
          })
          .finally(() => {
            running = undefined
          })
      // Limits the pages that the disk has not stored yet.
      if (writer.position - committed > 2 * everyBytes) await settle()
    },
  }
}
