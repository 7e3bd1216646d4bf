/** Lets a bounded number through at once and turns the others away, so that a crowd costs no memory. */
export interface Gate {
  /** A function that gives the place back (once, however often it is called), or undefined when there is none. */
  tryEnter(): (() => void) | undefined
}

export function createGate(places: number): Gate {
  let free = places
  return {
    tryEnter() {
      if (free === 0) return undefined
      free--
      let left = false
      return () => {
        if (!left) free++
        left = true
      }
    },
  }
}
