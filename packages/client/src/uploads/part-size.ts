/**
 * Chooses the bytes of the next request, so that it takes about the intended time at the current speed of the
 * connection.
 */

export interface PartSizerOptions {
  /** The first request. */
  readonly firstBytes: number
  /** Never less, but at the end. */
  readonly leastBytes: number
  /** Never more. */
  readonly mostBytes: number
  /** How long a request should take. */
  readonly wantedMs: number
}

/** Chooses the size of each request by how long the one before took. */
export interface PartSizer {
  /** How long a request should take. */
  readonly wantedMs: number
  /** For the next request, of what remains. */
  next(remainingBytes: number): number
  /** After a request that was acknowledged. */
  acknowledged(bytes: number, ms: number): void
  /** After one that was not. `forGood`: so much is never taken. False when requests cannot get smaller. */
  shrink(forGood: boolean): boolean
}

const shrinkBy = 4

/** Starts with `firstBytes` and follows the speed of the connection. */
export function partSizer({ firstBytes, leastBytes, mostBytes, wantedMs }: PartSizerOptions): PartSizer {
  let next = firstBytes
  let tried = firstBytes
  let ceiling = mostBytes
  const set = (bytes: number): void => {
    next = Math.round(Math.min(Math.max(bytes, leastBytes), ceiling))
  }
  return {
    wantedMs,
    next(remainingBytes) {
      tried = Math.min(next, remainingBytes)
      return tried
    },
    acknowledged: (bytes, ms) => set((bytes / Math.max(ms, 1)) * wantedMs),
    shrink(forGood) {
      set(tried / shrinkBy)
      if (forGood) ceiling = next
      return next < tried
    },
  }
}
