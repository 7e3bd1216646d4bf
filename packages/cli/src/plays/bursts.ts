/**
 * Cuts what comes without end into parts that can be sent: one ends when nothing has come for a while, or when it has
 * grown old. What comes at once stays together.
 */

export interface BurstLimits {
  /** Silence that ends a burst. */
  readonly quietMs: number
  /** Age that ends one where it never gets quiet. */
  readonly longestMs: number
}

/** Each burst must be read to its end before the next is asked for. */
export async function* burstsOf<Item>(
  source: AsyncIterable<Item>,
  limits: BurstLimits,
): AsyncGenerator<AsyncIterable<Item>> {
  const iterator = source[Symbol.asyncIterator]()
  let next = iterator.next()
  const burst = async function* (): AsyncGenerator<Item> {
    const silence = createSilence(limits.quietMs)
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
function createSilence(quietMs: number) {
  let tell: (isQuiet: boolean) => void = () => {}
  const timer = setTimeout(() => tell(true), quietMs)
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
