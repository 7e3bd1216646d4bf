import {
  maxTransferReleases,
  maxTransferTracks,
  parseGtin,
  parseTrackLength,
  type TableField,
  type TableProblem,
} from '@spindle/contract'
import {
  type CellValue,
  cellOf,
  readDate,
  readIsrcCell,
  readUpc,
  type TableColumns,
  tableProblem,
} from '../imports/index.ts'
import { type RecordTable, spelled, type TableRow } from '../reports/index.ts'

/** The catalog of the old distributor as its table says it. Pure. Codes that cannot be read refuse the table. */

export interface OldTrack {
  readonly line: number
  readonly isrc: string | null
  readonly title: string | null
  readonly version: string | null
  readonly artist: string | null
  readonly durationMs: number | null
}

export interface OldRelease {
  readonly line: number
  readonly upc: string
  readonly gtin14: string
  readonly title: string | null
  readonly version: string | null
  readonly artist: string | null
  readonly label: string | null
  readonly releaseDate: string | null
  readonly tracks: readonly OldTrack[]
}

export interface OldCatalog {
  readonly releases: readonly OldRelease[]
  /** At most twenty. With one, nothing of the table is kept. */
  readonly problems: readonly TableProblem[]
  /** The name of the column with lengths, which imports do not read. */
  readonly lengthColumn: string | undefined
}

/** Names of the column with lengths, the most telling first. */
const lengthNames = ['track length', 'track duration', 'track duration ms', 'length', 'duration', 'duration ms'].map(
  spelled,
)

const maxProblems = 20

interface Reading {
  readonly columns: TableColumns
  readonly problems: TableProblem[]
  readonly lengthPlace: number
  readonly isInMs: boolean
}

export function readOldCatalog({ head, rows }: RecordTable, columns: TableColumns): OldCatalog {
  const names = head.map(spelled)
  const lengthPlace = lengthNames.map((name) => names.indexOf(name)).find((place) => place >= 0) ?? -1
  const problems: TableProblem[] = []
  const reading = { columns, problems, lengthPlace, isInMs: names[lengthPlace]?.endsWith('ms') ?? false }
  const own = rows.filter((row) => !/^true$/iu.test(cellOf(row, columns, 'deleted')))
  const groups = groupByUpc(own, reading)
  const releases = [...groups].map(([upc, same]) => toRelease(upc, same, reading))
  problems.push(...findExcess(releases))
  return { releases, problems: problems.slice(0, maxProblems), lengthColumn: head[lengthPlace] }
}

function findExcess(releases: readonly OldRelease[]): TableProblem[] {
  const refuse = (line: number | null, message: string, fix: string) =>
    tableProblem(line, 'table_refused', message, fix)
  if (releases.length > maxTransferReleases)
    return [
      refuse(
        null,
        `The table has ${releases.length} releases. A transfer takes at most ${maxTransferReleases}.`,
        'Make several transfers, each with a part of the table.',
      ),
    ]
  if (releases.length === 0)
    return [refuse(null, 'The table has no rows below the names of the columns.', 'Add a row for each track.')]
  return releases
    .filter(({ tracks }) => tracks.length > maxTransferTracks)
    .map(({ line, upc, tracks }) =>
      refuse(
        line,
        `UPC ${upc} has ${tracks.length} rows. A release has at most ${maxTransferTracks} tracks.`,
        'Check that rows of different releases have different UPCs.',
      ),
    )
}

/** In the order of their first rows. */
function groupByUpc(rows: readonly TableRow[], reading: Reading): ReadonlyMap<string, readonly TableRow[]> {
  const groups = new Map<string, TableRow[]>()
  for (const row of rows) {
    const upc = readCell(row, reading, { field: 'upc', read: readUpc })
    if (upc === undefined) continue
    if (upc === null) {
      addProblem(reading, row.line, 'upc', missingUpc)
      continue
    }
    const group = groups.get(upc)
    if (group) group.push(row)
    else groups.set(upc, [row])
  }
  return groups
}

const missingUpc = {
  problem: 'The row has no UPC. Stores know a release by it.',
  fix: 'Add the UPC that the old distributor uses, or remove the row.',
}

function toRelease(upc: string, rows: readonly TableRow[], reading: Reading): OldRelease {
  const first = <T>(read: (row: TableRow) => T | null): T | null =>
    rows.map(read).find((value) => value !== null) ?? null
  const textOf = (field: TableField, length: number) => first((row) => readText(row, reading, field, length))
  return {
    line: rows[0]?.line ?? 1,
    upc,
    gtin14: parseGtin(upc) ?? upc.padStart(14, '0'),
    title: textOf('releaseTitle', 500),
    version: textOf('releaseVersion', 200) ?? emptyIfRead(reading, 'releaseVersion'),
    artist: textOf('displayArtist', 1000) ?? textOf('releaseArtist', 1000),
    label: textOf('label', 500),
    releaseDate: first((row) => readCell(row, reading, { field: 'releaseDate', read: readDate }) ?? null),
    tracks: rows.filter((row) => isTrack(row, reading)).map((row) => toTrack(row, reading)),
  }
}

/** The export of the hub has a row for a release without tracks. */
const isTrack = (row: TableRow, { columns }: Reading): boolean =>
  (['isrc', 'trackTitle'] as const).some((field) => cellOf(row, columns, field) !== '')

const toTrack = (row: TableRow, reading: Reading): OldTrack => ({
  line: row.line,
  isrc: readCell(row, reading, { field: 'isrc', read: readIsrcCell }) ?? null,
  title: readText(row, reading, 'trackTitle', 500),
  version: readText(row, reading, 'trackVersion', 200) ?? emptyIfRead(reading, 'trackVersion'),
  artist: readText(row, reading, 'trackArtist', 1000),
  durationMs: readLength(row, reading),
})

/** An empty cell of a version says that there is none. Without the column, the table says nothing. */
const emptyIfRead = ({ columns }: Reading, field: TableField): string | null => (columns.places.has(field) ? '' : null)

const readText = (row: TableRow, { columns }: Reading, field: TableField, length: number): string | null =>
  cellOf(row, columns, field).replaceAll('\n', '; ').slice(0, length).toWellFormed().trim() || null

interface Cell<T> {
  readonly field: TableField
  readonly read: (text: string, columns: TableColumns) => CellValue<T>
}

/** Null for an empty cell. Undefined if it cannot be read, which is a problem. */
function readCell<T>(row: TableRow, reading: Reading, { field, read }: Cell<T>): T | null | undefined {
  const text = cellOf(row, reading.columns, field)
  if (text === '') return null
  const value = read(text, reading.columns)
  if ('value' in value) return value.value
  addProblem(reading, row.line, field, value)
  return undefined
}

function readLength(row: TableRow, { lengthPlace, isInMs, problems }: Reading): number | null {
  const text = row.cells[lengthPlace]?.trim() ?? ''
  if (text === '') return null
  const length = parseTrackLength(text, { isInMs })
  if (length !== undefined) return length
  if (problems.length < maxProblems)
    problems.push(
      tableProblem(
        row.line,
        'cell_invalid',
        `"${text.slice(0, 60)}" is not a length.`,
        'Use a form such as 3:42, or a number of seconds.',
      ),
    )
  return null
}

function addProblem(
  { columns, problems }: Reading,
  line: number,
  field: TableField,
  { problem, fix }: { readonly problem: string; readonly fix: string },
): void {
  if (problems.length >= maxProblems) return
  const column = columns.nameOf(field)?.slice(0, 500) ?? null
  problems.push({ ...tableProblem(line, 'cell_invalid', problem, fix), column })
}
