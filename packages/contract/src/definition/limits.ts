/** Limits of the wire that clients may rely on. Configurable ones name their default here. */
export const limits = {
  maxJsonBytes: 1024 * 1024,
  maxJsonDepth: 32,
  maxJsonValues: 100_000,
  /** Members of one object of a JSON body. */
  maxJsonMembers: 1_000,
  maxHeaderBytes: 16 * 1024,
  /** Default of `SPINDLE_MAX_UPLOAD_BYTES`: 2 GiB. */
  maxUploadBytes: 2 * 1024 ** 3,
  maxImageBytes: 20 * 1024 ** 2,
  maxTracksPerRelease: 500,
  /** Of a single track. */
  maxDealsPerTrack: 50,
  /** Of a message that is imported, and of the request that brings it as base64. */
  maxMessageBytes: 8 * 1024 ** 2,
  maxImportBytes: 12 * 1024 ** 2,
  /** Of a table of releases; its request has the size of one with a message. */
  maxTableBytes: 8 * 1024 ** 2,
  maxTableRows: 60_000,
  /** Of one release, worst first; the counts beside them count all. */
  maxFindings: 500,
  maxPlaysPerBatch: 10_000,
  maxPlaysBytes: 5 * 1024 ** 2,
  maxAnalyticsDays: 400,
  maxIdempotencyKeyLength: 255,
  idempotencyHours: 24,
  /** How long an export can be downloaded, and how many an account has at once. */
  exportDays: 7,
  maxExports: 3,
  /** How many times its usual requests per minute an account may send while it moves its catalog in. */
  minMoveInFactor: 2,
  maxMoveInFactor: 100,
  /** Uploads no release refers to expire after this many days. */
  unusedUploadDays: 30,
} as const
