import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { clearEmptied, markWaiting, noteFolded } from './fold-lag-queries.ts'
import { type FoldLimits, foldDeltas, lanes, listWaitingLanes, lockLane } from './fold-queries.ts'
import { type FoldTimes, type FoldTiming, foldTiming } from './fold-timing.ts'

/**
 * Keeps the roll-ups behind the plays by about a second. A delta is taken away in the transaction that counts it, so it
 * counts exactly once, whatever crashes. Lanes are folded side by side, by as many workers as there are. The timer only
 * makes it quick: what it forgets, the next minute finds.
 */
export interface PlayFolding extends FoldTiming {
  /** Folds until nothing is left. */
  run(): Promise<void>
  readonly handlers: readonly JobHandler[]
}

interface Lane {
  readonly lane: number
}

const foldLane = defineJob<Lane>('foldPlaysOfLane')
const findLanes = defineJob<object>('foldPlays')
/** The more at a time, the fewer counters are written twice. A pack has as many cells as a batch has plays, at most. */
const perFold: FoldLimits = { deltas: 250_000, packs: 25 }
const times: FoldTimes = { pauseMs: 100, apartMs: 250, latestMs: 1_000 }

export function playFolding({ database, jobs, log }: { database: Database; jobs: Jobs; log: Log }): PlayFolding {
  /** A waiting fold of a lane takes what comes until it begins. */
  const enqueue = (): Promise<void> =>
    database.transaction(async (trx) => {
      const waiting = await listWaitingLanes(trx)
      if (waiting.length > 0) await markWaiting(trx, waiting)
      for (const lane of waiting) await jobs.enqueue(trx, foldLane, { lane }, { key: `${foldLane.name}:${lane}` })
    })
  const fold = async (lane: (typeof lanes)[number]): Promise<void> => {
    let isAll: boolean
    do {
      isAll = await database.transaction(async (trx) => {
        await lockLane(trx, lane)
        const { deltas, packs } = await foldDeltas(trx, lane, perFold)
        if (deltas === perFold.deltas || packs === perFold.packs) return false
        await noteFolded(trx, lane)
        return true
      })
    } while (!isAll)
  }
  const lookForLanes = async (): Promise<void> => {
    await clearEmptied(database.system)
    await enqueue()
  }
  return {
    ...foldTiming(() => {
      enqueue().catch((error: unknown) => log.warn('plays.fold_enqueue_failed', { error }))
    }, times),
    async run() {
      for (const lane of lanes) await fold(lane)
    },
    handlers: [
      jobHandler({ job: findLanes, handle: lookForLanes, cron: '* * * * *' }),
      jobHandler<Lane>({
        job: foldLane,
        async handle({ lane: wanted }) {
          for (const lane of lanes) if (lane === wanted) await fold(lane)
        },
      }),
    ],
  }
}
