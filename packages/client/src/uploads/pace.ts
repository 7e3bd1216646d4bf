/** How much the next request carries: so much that it lasts about as long as wanted on the line as it is. */

export interface PaceOptions {
  readonly firstBytes: number
  readonly leastBytes: number
  readonly mostBytes: number
  readonly wantedMs: number
}

export interface Pace {
  readonly bytes: number
  /** After a request that arrived. */
  arrived(bytes: number, ms: number): void
  /** After one that did not. `forGood`: so much is never taken. False when requests cannot get smaller. */
  shrink(forGood: boolean): boolean
}

/** Slow lines deserve a wrong guess least, so it grows by steps. */
const largestStep = 4

export function createPace({ firstBytes, leastBytes, mostBytes, wantedMs }: PaceOptions): Pace {
  let next = firstBytes
  let ceiling = mostBytes
  const set = (bytes: number): void => {
    next = Math.round(Math.min(Math.max(bytes, leastBytes), ceiling))
  }
  return {
    get bytes() {
      return next
    },
    arrived: (bytes, ms) => set(Math.min((bytes / Math.max(ms, 1)) * wantedMs, next * largestStep)),
    shrink(forGood) {
      const before = next
      set(next / largestStep)
      if (forGood) ceiling = next
      return next < before
    },
  }
}
