/**
 * Cuts an endless input into parts that can be sent: a part ends when nothing has arrived for a while, or when it has
 * become old. What arrives at once stays together.
 */

/** When a burst ends, in milliseconds. */
export interface BatchLimits {
  /** Silence that ends a burst. */
  readonly idleMs: number
  /** Age that ends a part if the input never pauses. */
  readonly longestMs: number
}

/** Each burst must be read to its end before the next is requested. */
export async function* batchByIdle<Item>(
  source: AsyncIterable<Item>,
  limits: BatchLimits,
): AsyncGenerator<AsyncIterable<Item>> {
  const iterator = source[Symbol.asyncIterator]()
  let next = iterator.next()
  const burst = async function* (): AsyncGenerator<Item> {
    const silence = idleTimer(limits.idleMs)
    const endsAtMs = performance.now() + limits.longestMs
    try {
      for (let found = await next; !found.done; found = await next) {
        next = iterator.next()
        yield found.value
        if (performance.now() > endsAtMs || (await silence.isBefore(next))) return
      }
    } finally {
      silence.end()
    }
  }
  try {
    while ((await next).done !== true) yield burst()
  } finally {
    // It may wait for input that never arrives.
    void iterator.return?.().catch(() => {})
  }
}

/** One timer for all waits: a file has millions of lines. */
function idleTimer(idleMs: number) {
  let tell: (isQuiet: boolean) => void = () => {}
  const timer = setTimeout(() => tell(true), idleMs)
  return {
    isBefore(work: Promise<unknown>): Promise<boolean> {
      timer.refresh()
      return new Promise((resolve) => {
        tell = resolve
        // A failure is reported where the work is awaited.
        work.then(
          () => resolve(false),
          () => resolve(false),
        )
      })
    },
    end: () => clearTimeout(timer),
  }
}
