/**
 * Cuts what comes without end into parts that can be sent: one ends when nothing has come for a while, or when it has
 * grown old. What comes at once stays together.
 */

/** When a burst ends, in milliseconds. */
export interface BatchLimits {
  /** Silence that ends a burst. */
  readonly idleMs: number
  /** Age that ends one where it never gets quiet. */
  readonly longestMs: number
}

/** Each burst must be read to its end before the next is asked for. */
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
    // It may wait for more that never comes.
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
        // A failure is told by whoever awaits the work.
        work.then(
          () => resolve(false),
          () => resolve(false),
        )
      })
    },
    end: () => clearTimeout(timer),
  }
}
