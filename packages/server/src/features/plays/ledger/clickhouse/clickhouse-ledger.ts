import type { Database } from '../../../../platform/database/sql.ts'
import { defineJob, type Jobs, jobHandler } from '../../../../platform/jobs/jobs.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { countLater } from '../count-later.ts'
import { nameStoredPlays } from '../plays-as-lines.ts'
import type { PlaysLedger } from '../plays-ledger.ts'
import { type LedgerDays, withEarlierDays } from '../with-earlier-days.ts'
import { type ClickHouse, longestQuestionSeconds } from './clickhouse.ts'
import { countBatches, type Outcome } from './counting.ts'
import { clickHouseIntake } from './intake.ts'
import { openTable, table } from './table.ts'

export interface ClickHouseLedgerOptions {
  readonly clickHouse: ClickHouse
  readonly database: Database
  readonly jobs: Jobs
  readonly log: Log
  /** Has what was reported before ClickHouse was used, until its time is over. */
  readonly earlier: PlaysLedger
  /** Called when plays were counted that are not in the roll-ups yet. */
  onCounted(): void
}

const countClickHouse = defineJob<object>('countPlaysOfClickHouse')

/** Raw plays in ClickHouse: stored batch by batch, and counted by workers, each once. */
export function clickHouseLedger(options: ClickHouseLedgerOptions): PlaysLedger {
  const { clickHouse, database, jobs, log, earlier, onCounted } = options
  const { system } = database
  const open = once(() => openTable(clickHouse, system))
  const intake = clickHouseIntake({ clickHouse, system, openTable: open })
  const later = countLater({ database, jobs, log, job: countClickHouse })
  const count = async (): Promise<void> => {
    let outcome: Outcome
    do {
      outcome = await countBatches({ clickHouse, database, log })
      if (outcome === 'all' || outcome === 'some') onCounted()
    } while (outcome === 'some' || outcome === 'outrun')
  }
  return {
    async append(property, plays) {
      if (plays.length > 0) {
        await intake.append(property, plays)
        later.soon()
      }
      return { accepted: plays.length, duplicates: 0, dedup: 'later' }
    },
    count,
    prepareDays: open,
    ...withEarlierDays(clickHouseDays(options, open), earlier),
    jobs: [jobHandler({ job: countClickHouse, handle: count, cron: '* * * * *', lane: 'plays' })],
    async close() {
      later.close()
      await intake.flush()
    },
  }
}

/** Keeps what succeeded; what failed is tried again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}

/** Of a play that came in several batches one row, in the order of the table: nothing is held in memory for it. */
const playsOfDay = `
  select property, id, toUnixTimestamp64Milli(tupleElement(said, 1)) as at_ms, tupleElement(said, 2) as series,
         tupleElement(said, 3) as territory, tupleElement(said, 4) as source, tupleElement(said, 5) as model,
         tupleElement(said, 6) as played_ms
  from (
    select property, id, argMin(tuple(at, series, territory, source, model, played_ms), batch) as said
    from ${table} where day = {day:Date} group by property, id
  )
  order by property, id`
const countPlays = `select count() as plays from (select 1 from ${table} where day = {day:Date} group by property, id)`
const inOrder = { optimize_aggregation_in_order: 1, max_execution_time: longestQuestionSeconds }

function clickHouseDays({ clickHouse, database }: ClickHouseLedgerOptions, open: () => Promise<void>): LedgerDays {
  const listDaysBefore = async (first: string): Promise<string[]> => {
    await open()
    const text = `select distinct partition as day from system.parts
      where active and database = currentDatabase() and table = {table:String} and partition < {first:String} order by day`
    return (await clickHouse.rows<{ day: string }>({ text, values: { table, first } })).map(({ day }) => day)
  }
  return {
    listDaysBefore,
    async countPlaysOf(day) {
      await open()
      const statement = { text: countPlays, values: { day }, settings: inOrder }
      return (await clickHouse.rows<{ plays: number }>(statement))[0]?.plays ?? 0
    },
    async *readDay(day) {
      await open()
      const lines = await clickHouse.lines({ text: playsOfDay, values: { day }, settings: inOrder })
      yield* nameStoredPlays(database.system, lines)
    },
    async dropDaysBefore(first) {
      const days = await listDaysBefore(first)
      for (const day of days)
        await clickHouse.execute({ text: `alter table ${table} drop partition {day:String}`, values: { day } })
      return days
    },
  }
}
