/** Each lane has separate workers, so that jobs of minutes never delay short ones. */
export const jobLanes = {
  quick: { workers: 2 },
  long: { workers: 2 },
  // After an outage these jobs process everything that waits, for minutes. One is the scrub.
  upkeep: { workers: 3 },
  // They read the data of a day or a month.
  plays: { workers: 2 },
  // Each takes a processor for a minute. Sites play the master meanwhile.
  renditions: { workers: 1 },
  // They read all data of an account, and a delay of seconds does not matter.
  exports: { workers: 1 },
  // One job per account at a time.
  imports: { workers: 2 },
  // Short turns of accounts that take hours together.
  bulk: { workers: 2 },
  // These mostly wait for an answer.
  stores: { workers: 8 },
  // Programs of the operator may hang until their time limit.
  programs: { workers: 8 },
  // The time of a job depends on the size of the packages.
  drops: { workers: 4 },
  webhooks: { workers: 16 },
  slowWebhooks: { workers: 8 },
} as const satisfies Readonly<Record<string, LaneWorkers>>

/** The lanes of jobs. */
export type JobLane = keyof typeof jobLanes

/** How many jobs of a lane run at a time in one process. */
export interface LaneWorkers {
  readonly workers: number
}

/** The connections of the library: all lanes listen for jobs on one; two fetch and end them. */
export const libraryConnections = 3

/** All connections of a process with jobs. One is only for renewing leases, so that it never waits. */
export const jobConnections = libraryConnections + 1
