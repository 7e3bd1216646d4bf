/** Runs so many pieces of work at once; the others wait in the order they came. */
export type AtMost = <T>(work: () => Promise<T>) => Promise<T>

export function createAtMost(count: number): AtMost {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
