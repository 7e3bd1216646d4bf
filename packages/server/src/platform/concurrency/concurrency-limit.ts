/** Runs at most so many pieces of work at a time; the others wait in order. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs at most `places` pieces of work at a time; the others wait in order. */
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
        // The place passes directly to the next one.
        if (next) next()
        else free++
      }
    },
  }
}

/** Runs `work` for every item, some at a time; rejects with the first failure, once all running work has ended. */
export async function forEach<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  let failure: { readonly error: unknown } | undefined
  const runInTurn = async (): Promise<void> => {
    try {
      for (let next = await source.next(); !next.done && !failure; next = await source.next()) await work(next.value)
    } catch (error) {
      failure ??= { error }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runInTurn))
  await source.return?.()
  if (failure) throw failure.error
}
