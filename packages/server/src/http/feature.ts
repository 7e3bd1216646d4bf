import type { Check } from '../platform/checks.ts'
import type { JobHandler } from '../platform/jobs/jobs.ts'
import type { SealedValues } from '../platform/secrets/reseal.ts'
import type { Http } from './context.ts'

/** What a process does of the hub: answers requests, runs jobs, both, or one command of the operator. */
export type ProcessRole = 'api' | 'worker' | 'all' | 'operator'

/**
 * One life for every feature: created, bound, started, drained, closed. Creating one touches nothing: no timer, no file,
 * no connection, so that an operator command may create all of them and use one. Every step is optional.
 */
export interface Feature {
  /** Adds its routes. */
  bind?(http: Http): void
  /** Background work; run by processes that are workers. */
  readonly jobs?: readonly JobHandler[]
  /** What the operator is shown of how it is. */
  readonly checks?: readonly Check[]
  /** What it stores sealed under the secret of the hub. */
  readonly sealed?: SealedValues
  /** Before the server listens. */
  start?(): Promise<void> | void
  /** Ends what runs for long, while the server still answers. */
  drain?(): Promise<void> | void
  /** Once nothing can ask it any more; the database is still open. */
  close?(): Promise<void> | void
}
