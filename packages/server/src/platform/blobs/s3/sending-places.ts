import { AppError } from '@spindle/contract'

/**
 * Bodies on their way to an object store, of all uploads together. A few keep a store busy. Hundreds add no throughput:
 * each takes longer than its time limit, and sending them again makes it worse.
 */
export interface SendingPlaces {
  /**
   * Sends when a place is free: owners take turns, and the requests of one owner are sent in order. Throws
   * `storage_unavailable` if no request succeeded for so long that waiting is pointless.
   */
  run<T>(owner: string, send: () => Promise<T>): Promise<T>
}

/** How many bodies are sent at a time, and how long the others wait while none succeeds. */
export interface SendingPlacesOptions {
  readonly places: number
  readonly patienceMs: number
}

interface Waiting {
  readonly begin: () => void
  readonly giveUp: (error: AppError) => void
}

/** One for all uploads of a process, because they share the places. */
export function sendingPlaces({ places, patienceMs }: SendingPlacesOptions): SendingPlaces {
  /** By owner; the first one is next. */
  const waiting = new Map<string, Waiting[]>()
  let free = places
  let timer: NodeJS.Timeout | undefined

  const giveUp = (): void => {
    timer = undefined
    const all = [...waiting.values()].flat()
    waiting.clear()
    for (const one of all)
      one.giveUp(new AppError('storage_unavailable', { detail: standsStill, retryAfterSeconds: 5 }))
  }
  const watch = (): void => {
    clearTimeout(timer)
    timer = waiting.size > 0 ? setTimeout(giveUp, patienceMs) : undefined
  }
  const enter = (owner: string): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1
      return undefined
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own = waiting.get(owner)
    if (own) own.push({ begin: resolve, giveUp: reject })
    else waiting.set(owner, [{ begin: resolve, giveUp: reject }])
    if (timer === undefined) watch()
    return promise
  }
  /** An owner that had its turn goes to the end of the queue. */
  const takeNext = (): Waiting | undefined => {
    for (const [owner, own] of waiting) {
      const next = own.shift()
      waiting.delete(owner)
      if (own.length > 0) waiting.set(owner, own)
      return next
    }
    return undefined
  }
  const leave = (): void => {
    const next = takeNext()
    // The place passes directly to the next one.
    if (next) next.begin()
    else free += 1
    if (waiting.size === 0) watch()
  }
  return {
    async run(owner, send) {
      await enter(owner)
      try {
        const sent = await send()
        watch()
        return sent
      } finally {
        leave()
      }
    },
  }
}

const standsStill = 'The storage does not accept data at the moment. Stored data is not affected. Try again later.'
