/** Bytes that may be in memory at once. A request that does not fit is refused at once, so that a crowd costs no memory. */
export interface ByteBudget {
  /** A function that gives the bytes back (once, however often it is called), or undefined when they do not fit. */
  tryReserve(size: number): (() => void) | undefined
}

export function byteBudget(totalBytes: number): ByteBudget {
  let freeBytes = totalBytes
  return {
    tryReserve(size) {
      if (size > freeBytes) return undefined
      freeBytes -= size
      let isReleased = false
      return () => {
        if (!isReleased) freeBytes += size
        isReleased = true
      }
    },
  }
}
