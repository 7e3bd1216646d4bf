/** Each lane has its own workers: what takes minutes never holds up what takes moments. */
export const jobLanes = {
  quick: { workers: 2, pollMs: 1_000 },
  long: { workers: 2, pollMs: 1_000 },
  // After an outage they go through everything that waits, for minutes. One has the scrub.
  upkeep: { workers: 3, pollMs: 2_000 },
  // They read what a day has, or a month.
  plays: { workers: 2, pollMs: 5_000 },
  // They read all that an account has, and nobody waits for them by the second.
  exports: { workers: 1, pollMs: 5_000 },
  // Of an account one runs at a time.
  imports: { workers: 2, pollMs: 5_000 },
  // Most of their time these wait for an answer. A new job wakes them; what is due later may come a little later.
  stores: { workers: 8, pollMs: 2_000 },
  // Each may take as long as the packages that lie there are large.
  drops: { workers: 4, pollMs: 2_000 },
  webhooks: { workers: 16, pollMs: 5_000 },
  slowWebhooks: { workers: 8, pollMs: 5_000 },
} as const satisfies Readonly<Record<string, LaneWorkers>>

/** The workers a job runs on. */
export type JobLane = keyof typeof jobLanes

/** How many jobs of a lane run at once in one process, and how often each worker looks for one unasked. */
export interface LaneWorkers {
  readonly workers: number
  readonly pollMs: number
}

/** Those that the library has: one for each lane listens for jobs; two fetch and end them. */
export const libraryConnections = Object.keys(jobLanes).length + 2

/** All that a process with jobs holds for them. One renews the leases, and waits behind nothing else. */
export const jobConnections = libraryConnections + 1
