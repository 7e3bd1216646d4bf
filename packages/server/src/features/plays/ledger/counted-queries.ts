import type { Sql, Transaction } from '../../../platform/database/sql.ts'

/**
 * What ledgers outside PostgreSQL have to do with it: they count what is folded there, and ask who is behind a series.
 */

/**
 * Each line a cell as JSON. Plays of an account that was erased meanwhile no longer have a series, and are not counted.
 */
export const insertCounted = async (trx: Transaction, lines: readonly string[]): Promise<void> => {
  await trx.execute(
    `insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
     select play_lane(s.account_id), c.series, c.day, c.territory, c.source, c.model, c.streams, c.timed, c.played_ms
     from json_to_recordset($1) as c(series int, day date, territory text, source text, model text, streams int, timed int,
                                     played_ms bigint)
     join play_series s on s.number = c.series`,
    [`[${lines.join(',')}]`],
  )
}

/** Columns of cells, each the literal of an array: the n-th members are a cell. */
export type PackOfCells = Readonly<Record<(typeof packColumns)[number]['name'], string>>

export const packColumns = [
  { name: 'series', type: 'int' },
  { name: 'day', type: 'date' },
  { name: 'territory', type: 'text' },
  { name: 'source', type: 'text' },
  { name: 'model', type: 'text' },
  { name: 'streams', type: 'int' },
  { name: 'timed', type: 'int' },
  { name: 'played_ms', type: 'bigint' },
] as const

const packNames = packColumns.map(({ name }) => name)
const insertPackText = `
  insert into play_packs (lane, ${packNames.join(', ')})
  select play_lane(s.account_id), ${packNames.map((name) => `array_agg(c.${name})`).join(', ')}
  from unnest(${packColumns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')}) as c(${packNames.join(', ')})
  join play_series s on s.number = c.series
  group by 1`

/** The same as a row for each lane: what many cells cost as rows, they cost twice more when a fold deletes them. */
export const insertPack = async (trx: Transaction, pack: PackOfCells): Promise<void> => {
  await trx.execute(
    insertPackText,
    packNames.map((name) => pack[name]),
  )
}

export interface SeriesNames {
  readonly number: number
  readonly accountId: string
  readonly releaseId: string
  readonly trackId: string
  readonly sandbox: boolean
}

/** Who is behind numbers of plays, for the archive of the operator. */
export const listSeriesNames = (sql: Sql, numbers: readonly number[]): Promise<SeriesNames[]> =>
  sql.readRows(
    `select number, account_id as "accountId", release_id as "releaseId", track_id as "trackId",
            source_kind = 'sandbox' as sandbox
     from play_series where number = any ($1::int[])`,
    [[...numbers]],
  )
