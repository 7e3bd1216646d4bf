import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Sql, Transaction } from '../../../platform/database/sql.ts'
import { insertCounted, insertPack, listSeriesNames, type PackOfCells } from './counted-queries.ts'
import type { ExportedPlay } from './plays-ledger.ts'

/** Engines outside PostgreSQL answer in lines of JSON. However many they are, some are in memory at a time. */

const linesPerInsert = 5_000
const rowsPerGroup = 20_000

export const linesOf = (input: Readable): AsyncIterable<string> =>
  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })

type Lines = Iterable<string> | AsyncIterable<string>

/** Lines are cells of the roll-ups that grew. */
export async function insertDeltas(trx: Transaction, lines: Lines): Promise<void> {
  for await (const group of groupsOf(lines, linesPerInsert)) await insertCounted(trx, group)
}

/** Each line is many cells of them. */
export async function insertPacks(trx: Transaction, lines: Lines): Promise<void> {
  for await (const line of lines) await insertPack(trx, JSON.parse(line) as PackOfCells)
}

interface StoredPlay extends Pick<ExportedPlay, 'property' | 'id'> {
  readonly at_ms: number
  readonly series: number
  readonly territory: string
  readonly source: string
  readonly model: string
  readonly played_ms: number | null
}

/** Lines are raw plays. Those of an account that was erased are left out: it is no longer known what they were of. */
export async function* nameStoredPlays(
  sql: Sql,
  lines: AsyncIterable<string>,
): AsyncGenerator<readonly ExportedPlay[]> {
  for await (const group of groupsOf(lines, rowsPerGroup))
    yield await nameAll(
      sql,
      group.map((line) => JSON.parse(line) as StoredPlay),
    )
}

async function* groupsOf(lines: Lines, size: number): AsyncGenerator<string[]> {
  let group: string[] = []
  for await (const line of lines) {
    group.push(line)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

async function nameAll(sql: Sql, plays: readonly StoredPlay[]): Promise<ExportedPlay[]> {
  const numbers = [...new Set(plays.map(({ series }) => series))]
  const names = new Map((await listSeriesNames(sql, numbers)).map(({ number, ...name }) => [number, name]))
  return plays.flatMap(({ property, id, at_ms, series, territory, source, model, played_ms }) => {
    const name = names.get(series)
    if (!name) return []
    const said = { territory: territory || null, source: source || null, model: model || null, playedMs: played_ms }
    return [{ property, id, at: at_ms, ...name, ...said }]
  })
}
