import type { Sql } from '../../../platform/database/sql.ts'
import { findScrubProgress, listProblems, type ScrubProgress, type UploadWithProblem } from './scrub-queries.ts'

/** The results of the scrub, without reading any bytes. */
export interface ScrubState {
  /** Every upload is read once in this many days; null if the scrub is off. */
  readonly days: number | null
  readonly progress: ScrubProgress
  readonly problems: readonly UploadWithProblem[]
}

export async function readScrub(system: Sql, days: number | undefined): Promise<ScrubState> {
  const progress = (await findScrubProgress(system)) ?? { ranAt: null, oldestAt: null }
  return { days: days ?? null, progress, problems: await listProblems(system) }
}
