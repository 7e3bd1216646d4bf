/** Runs at most so many pieces of work at once; the others wait in their order. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs at most `places` pieces of work at once; the others wait in their order. */
export function concurrencyLimit(places: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let free = places
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      if (free === 0) {
        waiting.push(resolve)
        return
      }
      free--
      resolve()
    })
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // The place passes from hand to hand.
        if (next) next()
        else free++
      }
    },
  }
}
