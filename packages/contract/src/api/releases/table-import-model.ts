import type { Static } from 'typebox'
import { tableFields, tableImportOutcomes, tableImportStatuses, tablePresets } from '../../definition/exchange-lists.ts'
import { severities } from '../../rules/finding.ts'
import { CreatedAt, Described, Id, Nullable, OneOf, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { TableMapping, TableMappingName } from './table-mapping.ts'

/** The import of a table as answered: its progress, its releases, and what they wait for. */

const count = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000, description })

const place = {
  line: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 100_000_000,
      description: 'Line or row of the table; null if it is about all',
    }),
  ),
  column: Nullable(Type.String({ maxLength: 500, description: 'Name of the column; null if it is about none' })),
}

/** What is wrong with a table, a row or the release it describes. */
export const TableProblem = Type.Object({
  code: Type.String({ maxLength: 64, description: 'Code of the reason; the id of a rule if a rule found it' }),
  severity: OneOf(severities, { description: 'error: the release is refused, or cannot be submitted yet' }),
  ...place,
  message: Type.String({ maxLength: 2000, description: 'What is wrong' }),
  fix: Type.String({ maxLength: 2000, description: 'What to do about it' }),
})
export type TableProblem = Static<typeof TableProblem>

const outcomeCounts = Type.Object(
  {
    waiting: count('Not processed yet'),
    created: count('Became a new draft'),
    updated: count('Changed a draft'),
    unchanged: count('Already as the table describes them'),
    refused: count('Not imported'),
    undone: count('Drafts that were deleted again'),
  },
  { description: 'Number of releases by outcome' },
)

const ReadColumn = Type.Object({
  column: Type.String({ maxLength: 500, description: 'Name of the column as the table has it' }),
  field: OneOf(tableFields, { description: 'The field that its cells fill' }),
})

/** A table that was handed in, with its progress. */
export const TableImport = Type.Object({
  id: Id('tbi'),
  status: OneOf(tableImportStatuses, {
    description:
      'waiting: the table is not read yet. running: releases are imported, or masters attached. done: every release has an outcome. refused: the table could not be read, `problems` says why. undoing and undone: its untouched drafts are deleted',
  }),
  dryRun: Type.Boolean({ description: 'True if no release was changed' }),
  filename: Nullable(Type.String({ maxLength: 255, description: 'Display name; null if the client sent none' })),
  preset: Nullable(
    OneOf(tablePresets, { description: 'What the columns mean; null until the table is read, and with a mapping' }),
  ),
  mappingName: Described(Nullable(TableMappingName), 'The kept mapping that was named; null if there was none'),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of the bytes of the file' }),
  rows: count('Rows with content, without the names of the columns'),
  releases: count('Releases that the rows describe'),
  tracks: count('Tracks that the rows describe'),
  releaseQuota: Described(
    Nullable(
      Type.Object({
        limit: Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000_000,
          description: 'Releases that the account may have',
        }),
        used: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description: 'Releases that it has' }),
        suffices: Type.Boolean({ description: 'Whether the releases that would be created are within the limit' }),
      }),
    ),
    'Whether the quota of releases holds what a dry run would create; null for other imports and until it is done',
  ),
  outcomes: outcomeCounts,
  ready: count('Releases without a finding of severity error when they were imported'),
  missingFiles: count('Masters and covers that are still missing'),
  columns: Type.Array(ReadColumn, { maxItems: 256, description: 'Which column was read as which field' }),
  suggestedMapping: Described(
    Nullable(TableMapping),
    'What the columns may mean, guessed by their names. It is never applied: correct it and send it as `mapping`. null if nothing is guessed',
  ),
  ignoredColumns: Type.Array(Type.String({ maxLength: 500 }), {
    maxItems: 256,
    description: 'Columns of the table that were not read',
  }),
  problems: Described(Type.Array(TableProblem, { maxItems: 20 }), 'Why the table was refused; empty if it was not'),
  createdAt: CreatedAt,
  endedAt: Nullable({ ...Timestamp, description: 'When the last release was processed; null while it runs' }),
})
export type TableImport = Static<typeof TableImport>

/** A master or cover that an imported release waits for, and the files that would be taken for it. */
export const MissingFile = Type.Object({
  kind: OneOf(['audio', 'image'], { description: 'audio: the master of a track. image: the cover' }),
  trackId: Described(Nullable(Id('trk')), 'The track; null for the cover, and in a dry run'),
  title: Type.String({ maxLength: 500, description: 'Title of the track or the release' }),
  files: Type.Array(Type.String({ maxLength: 1000 }), {
    maxItems: 100,
    description: 'Names of files that the hub takes for it, best first: the cell audioFile, ISRC, UPC_disc_track',
  }),
  sha256: Nullable(Type.String({ maxLength: 64, description: 'Digest of the file as the table has it' })),
})
export type MissingFile = Static<typeof MissingFile>

/** One release of a table, and its outcome. */
export const TableImportRelease = Type.Object({
  position: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Its place in the table, by its first row' }),
  key: Type.String({ maxLength: 300, description: 'What its rows have in common: externalId, UPC or release' }),
  line: Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Line of its first row' }),
  rows: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of its rows' }),
  title: Nullable(Type.String({ maxLength: 500, description: 'Title of the release; null if the rows have none' })),
  outcome: OneOf(tableImportOutcomes, {
    description:
      'waiting: not processed yet. created, updated and unchanged: in a dry run, what an import would do. refused: nothing was changed, `problems` says why. undone: the draft was deleted again',
  }),
  releaseId: Described(Nullable(Id('rel')), 'The draft; null in a dry run that would create it, and if refused'),
  problems: Described(Type.Array(TableProblem, { maxItems: 50 }), 'What prevents the import or the submission'),
  missingFiles: Described(Type.Array(MissingFile, { maxItems: 501 }), 'The masters and the cover that it waits for'),
})
export type TableImportRelease = Static<typeof TableImportRelease>
