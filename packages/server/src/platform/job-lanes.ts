/** The workers of each lane in one process. Lanes are separate, so that jobs of minutes never delay short ones. */
export const jobLanes = {
  quick: 2,
  long: 2,
  // After an outage these jobs process everything that waits, for minutes. One is the scrub.
  upkeep: 3,
  // They read the data of a day or a month.
  plays: 2,
  // Each takes a processor for a minute. Sites play the master meanwhile.
  renditions: 1,
  // They read all data of an account, and a delay of seconds does not matter.
  exports: 1,
  // One job per account at a time.
  imports: 2,
  // Short turns of accounts that take hours together.
  bulk: 2,
  // These mostly wait for an answer.
  stores: 8,
  // Programs of the operator may hang until their time limit.
  programs: 8,
  // The time of a job depends on the size of the packages.
  drops: 4,
  webhooks: 16,
  slowWebhooks: 8,
} as const satisfies Readonly<Record<string, number>>

/** The lanes of jobs. */
export type JobLane = keyof typeof jobLanes

/** The connections of the library: all lanes listen for jobs on one; two fetch and end them. */
export const libraryConnections = 3

/** All connections of a process with jobs. One is only for renewing leases, so that it never waits. */
export const jobConnections = libraryConnections + 1
