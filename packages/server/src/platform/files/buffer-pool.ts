/**
 * The memory that all running uploads share. Chunks of a socket are copied here immediately: if they were kept until
 * the disk has them, only a full garbage collection would free them, and memory would grow with the traffic.
 */
export interface BufferPool {
  /** True while a caller waits for a buffer. */
  readonly isWanted: boolean
  /** Undefined if every buffer is in use. */
  take(): Buffer | undefined
  /** Resolves with a buffer, in the order of the calls. */
  wait(): Promise<Buffer>
  give(buffer: Buffer): void
}

/** At most `count` buffers of `bufferBytes` bytes each, allocated when they are first needed and then reused. */
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
    // Callers that already wait come first.
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
