import { AppError } from '@spindle/contract'

/**
 * Bodies on their way to an object store, of all uploads together. A store is busy with a few; with hundreds it takes no more
 * bytes in all, each of them lasts longer than its time limit, and what is sent again makes it worse.
 */
export interface SendingPlaces {
  /**
   * Sends when a place is free: owners take turns, and of each the sends go in the order of asking. Throws
   * `storage_unavailable` where nothing was sent for so long that it waits in vain.
   */
  run<T>(owner: string, send: () => Promise<T>): Promise<T>
}

/** How many send at once, and how long the others wait while none of them succeeds. */
export interface SendingPlacesOptions {
  readonly places: number
  readonly patienceMs: number
}

interface Waiting {
  readonly begin: () => void
  readonly giveUp: (error: AppError) => void
}

/** One for all uploads of a process: places are shared between them. */
export function sendingPlaces({ places, patienceMs }: SendingPlacesOptions): SendingPlaces {
  /** By owner; whose turn is next comes first. */
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
  /** Of whom it was the turn, it is again when all others had theirs. */
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
    // The place passes from hand to hand.
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
