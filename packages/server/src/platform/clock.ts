/** Time as a port, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
