import type { Contributor, ReleaseDocument, TableField, TableProblem } from '@spindle/contract'
import type { TableRow } from '../../reports/index.ts'
import { cellOf, hasKey, writtenOf } from './group-rows.ts'
import type { TableColumns } from './mappings/read-head.ts'
import {
  type CellRules,
  type CellValue,
  readBoolean,
  readComposition,
  readDate,
  readDigest,
  readExplicit,
  readGenre,
  readIsrcCell,
  readLanguage,
  readLine,
  readNames,
  readPlace,
  readTerritories,
  readText,
  readType,
  readUpc,
} from './read-cell.ts'

/** What the rows of one release say. Pure: what the account already has is merged later. */

type Members = Partial<Omit<ReleaseDocument, 'tracks'>>
type TrackMembers = Partial<Omit<ReleaseDocument['tracks'][number], 'id' | 'uploadId'>>

/** The names in the columns of people; a column without names says nothing. */
export type People = ReadonlyMap<Contributor['role'], readonly string[]>

export interface PlannedTrack {
  readonly line: number
  readonly trackId: string | undefined
  readonly track: number | undefined
  readonly members: TrackMembers
  readonly people: People
  readonly audioFile: string | undefined
  readonly sha256: string | undefined
}

export interface PlannedRelease {
  readonly releaseId: string | undefined
  readonly members: Members
  readonly artists: readonly string[]
  readonly coverFile: string | undefined
  readonly tracks: readonly PlannedTrack[]
  /** All of them errors: with one, nothing is imported. */
  readonly problems: readonly TableProblem[]
}

const releaseReaders = {
  releaseId: ['releaseId', readText],
  release: ['release', readText],
  externalId: ['externalId', readText],
  upc: ['upc', readUpc],
  catalogNumber: ['catalogNumber', readText],
  releaseTitle: ['title', readText],
  releaseVersion: ['version', readText],
  releaseType: ['type', readType],
  displayArtist: ['displayArtist', readText],
  releaseArtist: ['artists', readNames],
  label: ['label', readText],
  genre: ['genre', readGenre],
  subgenre: ['subgenre', readGenre],
  releaseLanguage: ['language', readLanguage],
  releaseExplicit: ['explicit', readExplicit],
  releaseDate: ['releaseDate', readDate],
  originalReleaseDate: ['originalReleaseDate', readDate],
  pLine: ['pLine', readLine],
  cLine: ['cLine', readLine],
  territories: ['territories', readTerritories],
  coverFile: ['coverFile', readText],
} as const

const trackReaders = {
  trackId: ['trackId', readText],
  disc: ['disc', readPlace],
  track: ['track', readPlace],
  trackTitle: ['title', readText],
  trackVersion: ['version', readText],
  isrc: ['isrc', readIsrcCell],
  iswc: ['iswc', readText],
  trackLanguage: ['language', readLanguage],
  trackExplicit: ['explicit', readExplicit],
  composition: ['composition', readComposition],
  containsSamples: ['containsSamples', readBoolean],
  instrumental: ['instrumental', readBoolean],
  audioFile: ['audioFile', readText],
  sha256: ['sha256', readDigest],
} as const

const peopleRoles = {
  trackArtist: 'main_artist',
  featured: 'featured_artist',
  remixer: 'remixer',
  composer: 'composer',
  lyricist: 'lyricist',
  producer: 'producer',
} as const

type Readers = Readonly<Record<string, readonly [string, (text: string, rules: CellRules) => CellValue<unknown>]>>

/** Reads the text of a field whose value is not only names. */
export const findReader = (field: TableField): Readers[string][1] | undefined =>
  (({ ...releaseReaders, ...trackReaders }) as Readers)[field]?.[1]

interface Reading {
  readonly columns: TableColumns
  readonly problems: TableProblem[]
}

function addProblem(
  { columns, problems }: Reading,
  line: number,
  field: TableField,
  said: { code?: string; problem: string; fix: string },
) {
  const { code = 'cell_invalid', problem: message, fix } = said
  problems.push({ code, severity: 'error', line, column: columns.nameOf(field), message, fix })
}

/** Some tables have the year of a line in a column of its own. */
function withYear(row: TableRow, columns: TableColumns, field: TableField): string {
  const text = cellOf(row, columns, field)
  if ((field !== 'pLine' && field !== 'cLine') || text === '' || 'value' in readLine(text)) return text
  const year = cellOf(row, columns, `${field}Year`)
  return year === '' ? text : `${year} ${text}`
}

/** The value of each field in one row; empty cells say nothing. */
function readRow(reading: Reading, row: TableRow, readers: Readers): Map<TableField, { name: string; value: unknown }> {
  const values = new Map<TableField, { name: string; value: unknown }>()
  for (const [field, [name, read]] of Object.entries(readers) as [TableField, Readers[string]][]) {
    const text = withYear(row, reading.columns, field)
    if (text === '') continue
    const cell = read(text, reading.columns)
    if ('problem' in cell) addProblem(reading, row.line, field, cell)
    else if (cell.value !== '') values.set(field, { name, value: cell.value })
  }
  return values
}

/** A value of the release may be in all of its rows or in one, but not two different ones. */
function readReleaseValues(reading: Reading, rows: readonly TableRow[]): Record<string, unknown> {
  const known = new Map<TableField, { line: number; name: string; value: unknown }>()
  for (const row of rows) {
    for (const [field, { name, value }] of readRow(reading, row, releaseReaders)) {
      const first = known.get(field)
      if (first === undefined) known.set(field, { line: row.line, name, value })
      else if (JSON.stringify(first.value) !== JSON.stringify(value))
        addProblem(reading, row.line, field, {
          code: 'rows_differ',
          problem: `Line ${first.line} has another value for the same release.`,
          fix: 'Use one value in all rows of a release.',
        })
    }
  }
  return Object.fromEntries([...known.values()].map(({ name, value }) => [name, value]))
}

function planTrack(reading: Reading, row: TableRow): PlannedTrack {
  const values = readRow(reading, row, trackReaders)
  const { trackId, track, audioFile, sha256, ...members } = Object.fromEntries(
    [...values].map(([field, { name, value }]) => [field === 'track' ? 'track' : name, value]),
  )
  const people = Object.entries(peopleRoles).flatMap(([field, role]) => {
    const names = readNames(cellOf(row, reading.columns, field as TableField), reading.columns)
    return 'value' in names && names.value.length > 0 ? [[role, names.value] as const] : []
  })
  return {
    line: row.line,
    trackId: trackId as string | undefined,
    track: track as number | undefined,
    members: members as TrackMembers,
    people: new Map(people),
    audioFile: audioFile as string | undefined,
    sha256: sha256 as string | undefined,
  }
}

/** A row of a release alone, as the export of the hub without tracks has it, adds no track. */
export const hasTrack = (row: TableRow, columns: TableColumns): boolean =>
  Object.keys(trackReaders).some((field) => writtenOf(row, columns, field as TableField) !== '')

/** In the order of disc and track where the rows have them. */
function orderTracks(reading: Reading, tracks: readonly PlannedTrack[]): readonly PlannedTrack[] {
  if (tracks.some(({ track }) => track === undefined)) return tracks
  const seen = new Map<string, number>()
  for (const { line, track, members } of tracks) {
    const place = `${members.disc ?? 1}-${track}`
    const first = seen.get(place)
    if (first === undefined) seen.set(place, line)
    else
      addProblem(reading, line, 'track', {
        code: 'track_repeated',
        problem: `Line ${first} has the same place on the same disc.`,
        fix: 'Number the tracks of each disc from 1.',
      })
  }
  return tracks.toSorted(
    (a, b) => (a.members.disc ?? 1) - (b.members.disc ?? 1) || (a.track ?? 0) - (b.track ?? 0) || a.line - b.line,
  )
}

export function planRelease(rows: readonly TableRow[], columns: TableColumns): PlannedRelease {
  const reading: Reading = { columns, problems: [] }
  const [first] = rows
  if (first && !hasKey(first, columns))
    addProblem(reading, first.line, 'upc', {
      code: 'release_unnamed',
      problem: 'The row does not say which release it belongs to.',
      fix: 'Fill externalId, upc or release.',
    })
  const { releaseId, release, artists = [], coverFile, ...members } = readReleaseValues(reading, rows)
  const tracks = orderTracks(
    reading,
    rows.filter((row) => hasTrack(row, columns)).map((row) => planTrack(reading, row)),
  )
  // The word that keeps its rows together finds the release again, if nothing better does.
  const named = members.externalId === undefined && members.upc === undefined && releaseId === undefined
  return {
    releaseId: releaseId as string | undefined,
    members: { ...(named && release !== undefined ? { externalId: release } : {}), ...members } as Members,
    artists: artists as readonly string[],
    coverFile: coverFile as string | undefined,
    tracks,
    problems: reading.problems,
  }
}
