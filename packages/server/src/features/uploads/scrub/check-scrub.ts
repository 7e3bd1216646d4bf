import type { Config } from '../../../config/config.ts'
import type { Finding } from '../../../platform/checks.ts'
import { isUndefinedTable } from '../../../platform/database/postgres-errors.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { readScrub, type ScrubState } from './read-scrub.ts'

const dayMs = 24 * 60 * 60_000
/** The alert also waits a fifth longer than the period. */
const scrubTolerance = 1.2
/** It runs every ten minutes. */
const maxScrubPauseMs = dayMs

/** When each stored upload was last read, which ones are damaged, and whether the scrub is fast enough. */
export async function checkScrub(
  system: Sql,
  { scrubDays, hubCommand }: Pick<Config, 'scrubDays' | 'hubCommand'>,
  now = Date.now(),
): Promise<Finding> {
  try {
    const state = await readScrub(system, scrubDays)
    const [isLate, hasStopped] = [isScrubLate(state, now), hasScrubStopped(state, now)]
    return {
      isFine: state.problems.length === 0 && !isLate && !hasStopped,
      text: describeScrub(state, { isLate, hasStopped }),
      fix:
        state.problems.length > 0
          ? `name them with ${hubCommand} storage status, and bring them back with ${hubCommand} storage repair --from and a backup`
          : hasStopped
            ? 'let a node with the role all or worker run, and look for uploads.scrub_stopped in its log'
            : 'look for uploads.scrub_stopped in the log of the workers; where the storage is too slow, raise SPINDLE_SCRUB_DAYS',
    }
  } catch (error) {
    if (!isUndefinedTable(error)) throw error
    return { isFine: true, text: 'none yet' }
  }
}

const isScrubLate = ({ days, progress: { oldestAt } }: ScrubState, now: number): boolean =>
  days !== null && oldestAt !== null && now - oldestAt.getTime() > days * dayMs * scrubTolerance

const hasScrubStopped = ({ days, progress: { ranAt } }: ScrubState, now: number): boolean =>
  days !== null && ranAt !== null && now - ranAt.getTime() > maxScrubPauseMs

function describeScrub(
  { days, progress: { ranAt, oldestAt }, problems }: ScrubState,
  { isLate, hasStopped }: { readonly isLate: boolean; readonly hasStopped: boolean },
): string {
  const counts = (['missing', 'damaged', 'unreadable'] as const).map(
    (kind) => `${problems.filter(({ problem }) => problem === kind).length} ${kind}`,
  )
  const period = days === null ? 'the scrub is off' : `${isLate ? 'NOT ' : ''}read once in ${days} days`
  return [
    counts.join(', '),
    period,
    ...(oldestAt === null ? [] : [`each was read, or stored, since ${isoSeconds(oldestAt)}`]),
    ...(ranAt === null && days !== null ? ['the scrub has not run yet'] : []),
    ...(ranAt !== null && hasStopped ? [`the scrub last ran at ${isoSeconds(ranAt)}`] : []),
  ].join('; ')
}

const isoSeconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`
