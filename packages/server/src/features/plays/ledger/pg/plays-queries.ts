import { Readable } from 'node:stream'
import { type BinaryRows, binaryRows, type MemberType } from '../../../../platform/database/copy/binary-rows.ts'
import { findTaken } from '../../../../platform/database/postgres-errors.ts'
import { type Database, repeatable, type Sql, type SqlValue } from '../../../../platform/database/sql.ts'
import { addDays, dayMs, dayOf } from '../../../../platform/values/calendar.ts'
import type { NumberedPlay } from '../plays-ledger.ts'

/** From so many plays on COPY wins back its further round trips. */
const fewestToLoad = 500

/** Answers how many were new. Most batches are new as a whole, and those are taken in at half the cost. */
export async function insertPlays(
  database: Database,
  property: string,
  plays: readonly NumberedPlay[],
): Promise<number> {
  const [first] = plays
  if (!first || plays.length < fewestToLoad || (await isStored(database.system, property, first)))
    return insertNewPlays(database.system, property, plays)
  try {
    const rows = encode(property, plays)
    await database.transaction(async (trx) => {
      for (const [target, bytes] of rows) await trx.load(target, Readable.from([bytes]), '(format binary)')
    })
    return plays.length
  } catch (error) {
    if (findTaken(error) === undefined) throw error
    return insertNewPlays(database.system, property, plays)
  }
}

/** A client without an answer sends the batch again: an aborted COPY leaves dead rows behind. */
const isStored = async (sql: Sql, property: string, { atMs, id }: NumberedPlay): Promise<boolean> =>
  (await sql.readRow(`select from plays where day = $1 and property = $2 and id = $3`, [dayOf(atMs), property, id])) !==
  undefined

const playColumns = ['day', 'property', 'id', 'at', 'series', 'territory', 'source', 'model', 'played_ms']
const packColumns = ['lane', 'series', 'day', 'territory', 'source', 'model', 'streams', 'timed', 'played_ms']

/** The plays and what they count, by the tables they go into. */
function encode(property: string, plays: readonly NumberedPlay[]): readonly (readonly [string, Buffer])[] {
  const rows = binaryRows(playColumns.length)
  const lanes = new Map<number, Map<number, Cell>>()
  const numberOf = audienceNumbers()
  for (const play of plays.toSorted(byKey)) {
    const day = dayNumberOf(play)
    writePlay(rows, property, day, play)
    count(branchOf(lanes, play.lane), play, { day, audience: numberOf(play, day) })
  }
  const packs = binaryRows(packColumns.length)
  for (const [lane, cells] of lanes) writePack(packs, lane, [...cells.values()])
  return [
    [`plays (${playColumns.join(', ')})`, rows.end()],
    [`play_packs (${packColumns.join(', ')})`, packs.end()],
  ]
}

/** Since the Unix epoch. */
const dayNumberOf = ({ atMs }: NumberedPlay): number => Math.floor(atMs / dayMs)

/** Two batches with the same events would otherwise wait for each other. */
const byKey = (a: NumberedPlay, b: NumberedPlay): number => dayNumberOf(a) - dayNumberOf(b) || (a.id < b.id ? -1 : 1)

function writePlay(rows: BinaryRows, property: string, day: number, play: NumberedPlay): void {
  rows.row()
  rows.date(day)
  rows.text(property)
  rows.text(play.id)
  rows.instant(play.atMs)
  rows.int4(play.series)
  rows.text(play.territory)
  rows.text(play.source)
  rows.text(play.model)
  if (play.playedMs === null) rows.none()
  else rows.int4(play.playedMs)
}

interface Cell {
  readonly play: NumberedPlay
  readonly day: number
  streams: number
  timed: number
  playedMs: number
}

const branchOf = <K, L, V>(tree: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  let branch = tree.get(key)
  if (!branch) {
    branch = new Map()
    tree.set(key, branch)
  }
  return branch
}

/** Of a batch; far more than it may have plays. */
const mostAudiences = 2 ** 20

/**
 * Numbers days, territories, sources and models that come together: putting a text together for each play cost more
 * than all else.
 */
function audienceNumbers(): (play: NumberedPlay, day: number) => number {
  const days = new Map<number, Map<string, Map<string, Map<string, number>>>>()
  let audiences = 0
  return ({ territory, source, model }, day) => {
    const models = branchOf(branchOf(branchOf(days, day), territory), source)
    let number = models.get(model)
    if (number === undefined) {
      number = audiences++
      if (number === mostAudiences) throw new Error('a batch has too many plays')
      models.set(model, number)
    }
    return number
  }
}

interface Place {
  readonly day: number
  readonly audience: number
}

function count(cells: Map<number, Cell>, play: NumberedPlay, { day, audience }: Place): void {
  // Both are whole, and together below 2^53.
  const key = play.series * mostAudiences + audience
  let cell = cells.get(key)
  if (!cell) {
    cell = { play, day, streams: 0, timed: 0, playedMs: 0 }
    cells.set(key, cell)
  }
  cell.streams++
  if (play.playedMs === null) return
  cell.timed++
  cell.playedMs += play.playedMs
}

function writePack(rows: BinaryRows, lane: number, cells: readonly Cell[]): void {
  const column = (type: MemberType, write: (cell: Cell) => void): void =>
    rows.array(type, cells.length, (index) => {
      const cell = cells[index]
      if (cell) write(cell)
    })
  rows.row()
  rows.int2(lane)
  column('int4', ({ play }) => rows.int4(play.series))
  column('date', ({ day }) => rows.date(day))
  column('text', ({ play }) => rows.text(play.territory))
  column('text', ({ play }) => rows.text(play.source))
  column('text', ({ play }) => rows.text(play.model))
  column('int4', ({ streams }) => rows.int4(streams))
  column('int4', ({ timed }) => rows.int4(timed))
  column('int8', ({ playedMs }) => rows.int8(playedMs))
}

// In the order of the key, as above.
const insertText = `
  with stored as (
    insert into plays (day, property, id, at, series, territory, source, model, played_ms)
    select date '1970-01-01' + (at / 86400000)::int, $1, id, timestamptz 'epoch' + at * interval '1 ms', series,
           territory, source, model, played_ms
    from unnest($2::text[], $3::bigint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int[])
      as event (id, at, series, territory, source, model, played_ms)
    order by 1, id collate "C"
    on conflict do nothing
    returning series, day, territory, source, model, played_ms
  ), counted as (
    insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
    select lane, series, day, territory, source, model, count(*), count(played_ms), coalesce(sum(played_ms), 0)
    from stored join unnest($9::int[], $10::smallint[]) as known (series, lane) using (series)
    group by lane, series, day, territory, source, model
  )
  select count(*) as stored from stored`

async function insertNewPlays(sql: Sql, property: string, plays: readonly NumberedPlay[]): Promise<number> {
  const row = await sql.row<{ stored: number }>(insertText, [property, ...columnsOf(plays)], repeatable)
  return row?.stored ?? 0
}

/** Arrays as PostgreSQL literals: the driver's own conversion costs more than the insert. */
const columnsOf = (plays: readonly NumberedPlay[]): SqlValue[] => [
  toTextArray(plays.map(({ id }) => (/["\\]/.test(id) ? id.replaceAll(/["\\]/g, '\\$&') : id))),
  toNumberArray(plays.map(({ atMs }) => atMs)),
  toNumberArray(plays.map(({ series }) => series)),
  toTextArray(plays.map(({ territory }) => territory)),
  toTextArray(plays.map(({ source }) => source)),
  toTextArray(plays.map(({ model }) => model)),
  toNumberArray(plays.map(({ playedMs }) => playedMs ?? 'null')),
  ...lanesOf(plays),
]

const lanesOf = (plays: readonly NumberedPlay[]): SqlValue[] => {
  const laneOf = new Map(plays.map(({ series, lane }) => [series, lane]))
  return [toNumberArray([...laneOf.keys()]), toNumberArray([...laneOf.values()])]
}

const toTextArray = (values: readonly string[]): string => (values.length === 0 ? '{}' : `{"${values.join('","')}"}`)
const toNumberArray = (values: readonly (number | 'null')[]): string => `{${values.join(',')}}`

/** The days raw plays are kept for, as `YYYY-MM-DD`, oldest first. */
export const listDayPartitions = async (sql: Sql): Promise<string[]> =>
  (
    await sql.readRows<{ day: string }>(
      `select to_char(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
       from pg_inherits where inhparent = 'plays'::regclass order by 1`,
    )
  ).map(({ day }) => day)

/** Names cannot be bound, so what goes into a text is checked here. */
function requireDay(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error('not a day')
  return day
}
const partitionOf = (day: string): string => `plays_${requireDay(day).replaceAll('-', '')}`

/** Attaching an own table does not stop the inserts that run. */
export const createDayPartition = (database: Database, day: string): Promise<void> =>
  database.transaction(async (trx) => {
    const name = partitionOf(day)
    await trx.execute(`select pg_advisory_xact_lock(hashtext('spindle.plays.days'))`)
    if (await trx.readRow('select from pg_class where oid = to_regclass($1)', [name])) return
    await trx.execute(`create table ${name} (like plays including defaults including constraints)`)
    const bounds = `from ('${requireDay(day)}') to ('${requireDay(addDays(day, 1))}')`
    await trx.execute(`alter table plays attach partition ${name} for values ${bounds}`)
  })

export const dropDayPartition = async (sql: Sql, day: string): Promise<void> => {
  await sql.execute(`drop table if exists ${partitionOf(day)}`)
}
