import type { JobHandler } from '../platform/jobs/jobs.ts'
import type { Http } from './context.ts'

/**
 * One life for every feature: created, bound, started, drained, closed. Creating one touches nothing: no timer, no file,
 * no connection, so that an operator command may create all of them and use one. Every step is optional.
 */
export interface Feature {
  /** Adds its routes. */
  bind?(http: Http): void
  /** Background work; run by processes that are workers. */
  readonly jobs?: readonly JobHandler[]
  /** Before the server listens. */
  start?(): Promise<void> | void
  /** Ends what runs for long, while the server still answers. */
  drain?(): Promise<void> | void
  /** Once nothing can ask it any more; the database is still open. */
  close?(): Promise<void> | void
}
