/**
 * The memory all running uploads share. Chunks of a socket are copied in here at once: kept until the disk has them,
 * they would grow old and wait for a full garbage collection, and memory would grow with the traffic.
 */
export interface BufferPool {
  /** True while a caller waits for a buffer. */
  readonly isWanted: boolean
  /** Undefined when every buffer is in use. */
  take(): Buffer | undefined
  /** Resolves with a buffer in the order of asking. */
  wait(): Promise<Buffer>
  give(buffer: Buffer): void
}

/** At most `count` buffers of `bufferBytes` bytes each, allocated when they are first needed and then used again. */
export function bufferPool({
  bufferBytes,
  count,
}: {
  readonly bufferBytes: number
  readonly count: number
}): BufferPool {
  const free: Buffer[] = []
  const waiting: ((buffer: Buffer) => void)[] = []
  let made = 0
  const take = (): Buffer | undefined => {
    const buffer = free.pop()
    if (buffer || made === count) return buffer
    made += 1
    return Buffer.allocUnsafeSlow(bufferBytes)
  }
  return {
    get isWanted() {
      return waiting.length > 0
    },
    // Whoever waits already comes first.
    take: () => (waiting.length > 0 ? undefined : take()),
    wait() {
      const buffer = waiting.length > 0 ? undefined : take()
      return buffer ? Promise.resolve(buffer) : new Promise((resolve) => waiting.push(resolve))
    },
    give(buffer) {
      const next = waiting.shift()
      if (next) next(buffer)
      else free.push(buffer)
    },
  }
}
