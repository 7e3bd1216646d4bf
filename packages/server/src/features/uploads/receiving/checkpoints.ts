import type { BlobWriter, CheckpointPolicy, Durable, SyncExtent } from '../../../platform/blobs/blobs.ts'

/**
 * Makes progress public while bytes keep coming. Owns the order of the promise: first the bytes are synced, then the
 * synced position is committed, never a byte more.
 */

export interface CheckpointOptions {
  readonly writer: Pick<BlobWriter, 'position' | 'sync'>
  readonly policy: CheckpointPolicy
  /** Makes the offset public, with the receipt; rejects when the writer was fenced. */
  readonly advance: (durable: Durable) => Promise<void>
  readonly now: () => number
}

export interface Checkpoints {
  run(): Promise<void>
  /** Begins a checkpoint when enough bytes have arrived, and waits only when the disk falls behind. */
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
      // Pages the disk has not taken yet stay bounded.
      if (writer.position - committed > 2 * everyBytes) await settle()
    },
  }
}
