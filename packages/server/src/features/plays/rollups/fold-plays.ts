import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import { foldDeltas, lockFolding } from './store.ts'

/**
 * Keeps the roll-ups behind the plays by about a second. A delta is taken away in the transaction that counts it, so it
 * counts exactly once, whatever crashes. The timer only makes it quick: what it forgets, the next minute finds.
 */
export interface PlayFolding {
  /** Asks for a fold within the second. */
  soon(): void
  /** Folds until nothing is left. */
  run(): Promise<void>
  readonly handler: JobHandler
  close(): void
}

const foldPlays = defineJob<object>('foldPlays')
const deltasPerFold = 50_000
const delayMs = 500

export function playFolding({ database, jobs, log }: { database: Database; jobs: Jobs; log: Log }): PlayFolding {
  let timer: NodeJS.Timeout | undefined
  const enqueue = async (): Promise<void> => {
    try {
      await database.transaction((trx) => jobs.enqueue(trx, foldPlays, {}, { key: foldPlays.name }))
    } catch (error) {
      log.warn('plays.fold_enqueue_failed', { error })
    }
  }
  const run = async (): Promise<void> => {
    let folded: number
    do {
      folded = await database.transaction(async (trx) => {
        await lockFolding(trx)
        return foldDeltas(trx, deltasPerFold)
      })
    } while (folded === deltasPerFold)
  }
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined
        void enqueue()
      }, delayMs).unref()
    },
    run,
    handler: jobHandler({ job: foldPlays, handle: run, cron: '* * * * *' }),
    close: () => clearTimeout(timer),
  }
}
