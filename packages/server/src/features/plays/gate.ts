/** Lets in what there is room for and turns the rest away at once, so that a crowd costs no memory. */
export interface Gate {
  /** A function that gives the room back (once, however often it is called), or undefined when there is none. */
  tryEnter(size: number): (() => void) | undefined
}

export function createGate(room: number): Gate {
  let free = room
  return {
    tryEnter(size) {
      if (size > free) return undefined
      free -= size
      let left = false
      return () => {
        if (!left) free += size
        left = true
      }
    },
  }
}
