import type { Database } from '../../../../platform/database/sql.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { insertDeltas } from '../plays-as-lines.ts'
import { type Batch, endBatches, findOpenBatches, lockRound, type OpenBatches } from './batch-queries.ts'
import { type ClickHouse, longestQuestionSeconds } from './clickhouse.ts'
import { table } from './table.ts'

/**
 * Counts batches: what is new in them goes into `play_deltas` in the transaction that ends their lines. A play is new
 * when no batch that was counted has it, and the first of its batches says what it was.
 */
export interface Counting {
  readonly clickHouse: ClickHouse
  readonly database: Database
  readonly log: Log
}

const batchesAtATime = 256
const playsAtATime = 200_000

/** `all` when nothing more waited; `outrun` when another process counted meanwhile, and nothing has happened here. */
export type Outcome = 'all' | 'some' | 'nothing' | 'outrun'

export async function countBatches(counting: Counting): Promise<Outcome> {
  const { database } = counting
  const open = await findOpenBatches(database.system, batchesAtATime)
  const batches = choose(open.waiting)
  if (batches.length === 0) return 'nothing'
  const { deltas, found } = await findNew(counting, open, batches)
  checkWhole(counting, batches, found)
  const isDone = await database.transaction(async (trx) => {
    if (!(await lockRound(trx, open.round))) return false
    await insertDeltas(trx, deltas)
    await endBatches(trx, numbersOf(batches))
    return true
  })
  if (!isDone) return 'outrun'
  return batches.length === open.waiting.length ? 'all' : 'some'
}

/** An overdue batch goes alone: its number of plays is unknown. */
function choose(waiting: readonly Batch[]): readonly Batch[] {
  const overdue = waiting.filter(({ isOverdue }) => isOverdue)
  if (overdue.length > 0) return overdue
  let plays = 0
  return waiting.filter((batch, index) => {
    plays += batch.plays
    return index === 0 || plays <= playsAtATime
  })
}

const numbersOf = (batches: readonly Batch[]): number[] => batches.map(({ number }) => number)

/** Of the same play in several batches, what the first of them says counts. */
const newPlays = `
  select day, tupleElement(said, 1) as series, tupleElement(said, 2) as territory, tupleElement(said, 3) as source,
         tupleElement(said, 4) as model, countIf(not is_known) as streams,
         countIf(tupleElement(said, 5) is not null and not is_known) as timed,
         sumIf(ifNull(tupleElement(said, 5), 0), not is_known) as played_ms, sum(batches) as found
  from (
    select property, id, day, max(batch not in {counting:Array(UInt64)}) as is_known,
           uniqExactIf(batch, batch in {counting:Array(UInt64)}) as batches,
           argMin(tuple(series, territory, source, model, played_ms), batch) as said
    from ${table}
    where day in {days:Array(Date)}
      and (property, id, day) in (
        select property, id, day from ${table}
        where day in {days:Array(Date)} and batch in {counting:Array(UInt64)}
      )
      and (batch in {counting:Array(UInt64)} or (batch <= {countedTo:UInt64} and batch not in {open:Array(UInt64)}))
    group by property, id, day
  )
  group by day, series, territory, source, model`

interface Cell {
  readonly streams: number
  readonly found: number
}

/** Cells of the roll-ups that grow, and how many plays there are in these batches, each once a batch. */
async function findNew(
  { clickHouse }: Counting,
  { countedTo, open }: OpenBatches,
  batches: readonly Batch[],
): Promise<{ deltas: string[]; found: number }> {
  const days = [...new Set(batches.flatMap((batch) => batch.days))]
  const lines = await clickHouse.lines({
    text: newPlays,
    values: { days, counting: numbersOf(batches), countedTo, open },
    settings: { max_execution_time: longestQuestionSeconds },
  })
  const deltas: string[] = []
  let all = 0
  for await (const line of lines) {
    const { streams, found } = JSON.parse(line) as Cell
    all += found
    if (streams > 0) deltas.push(line)
  }
  return { deltas, found: all }
}

/** A replica may not have yet what another one answered for. */
function checkWhole({ log }: Counting, batches: readonly Batch[], found: number): void {
  const stored = batches.filter(({ isStored }) => isStored)
  const plays = stored.reduce((sum, batch) => sum + batch.plays, 0)
  if (found >= plays) return
  if (!stored.some(({ isOverdue }) => isOverdue))
    throw new Error(
      `ClickHouse returns only ${found} of ${plays} stored plays. They are counted when it returns all of them.`,
    )
  log.warn('plays.batch_incomplete', { stored: plays, found })
}
