/** Time as a port, so that tests can stop it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
