import type { Static } from 'typebox'
import { tableImportOutcomes, tableImportStatuses, tablePresets } from '../../definition/exchange-lists.ts'
import { limits } from '../../definition/limits.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { severities } from '../../rules/finding.ts'
import {
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  PageOf,
  pageQuery,
  Text,
  Timestamp,
} from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** Import of a catalog as a table: rows of csv, tsv or xlsx become drafts, and masters are attached when they arrive. */

const path = '/api/v1/distributor/imports/tables'

/** Body of `createTableImport`. */
export const NewTableImport = ClosedObject(
  {
    table: Type.String({
      minLength: 4,
      maxLength: Math.ceil((limits.maxTableBytes * 4) / 3) + 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The file (csv, tsv or xlsx) in base64. At most 8 MiB of file',
      examples: ['dXBjLHRpdGxlCg=='],
    }),
    filename: Type.Optional(Text(255, { description: 'Display name of the file' })),
    preset: Type.Optional(
      OneOf(tablePresets, {
        description: 'What the columns mean; default: recognised by their names. spindle: the template of the hub',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'true shows the outcome of each release and changes no release. Default false' }),
    ),
  },
  { examples: [{ table: 'dXBjLHRpdGxlCg==', filename: 'catalog.csv', dryRun: true }] },
)
export type NewTableImport = requests.NewTableImport

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

/** A table that was handed in, with its progress. */
export const TableImport = Type.Object({
  id: Id('tbi'),
  status: OneOf(tableImportStatuses, {
    description:
      'waiting: the table is not read yet. running: releases are imported, or masters attached. done: every release has an outcome. refused: the table could not be read, `problems` says why. undoing and undone: its untouched drafts are deleted',
  }),
  dryRun: Type.Boolean({ description: 'True if no release was changed' }),
  filename: Nullable(Type.String({ maxLength: 255, description: 'Display name; null if the client sent none' })),
  preset: Nullable(OneOf(tablePresets, { description: 'What the columns mean; null until the table is read' })),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of the bytes of the file' }),
  rows: count('Rows with content, without the names of the columns'),
  releases: count('Releases that the rows describe'),
  outcomes: outcomeCounts,
  ready: count('Releases without a finding of severity error when they were imported'),
  missingFiles: count('Masters and covers that are still missing'),
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

const common = { tag: 'Imports', auth: 'apiKey' } as const
const reading = { ...common, permission: 'music:read' } as const
const writing = { ...common, permission: 'music:write' } as const
const one = { params: Type.Object({ tableImportId: Id('tbi') }), notFound: 'import_not_found' } as const

export const createTableImport = defineOperation({
  ...writing,
  id: 'createTableImport',
  method: 'POST',
  path,
  summary: 'Import a table of releases as drafts',
  description: `Reads csv, tsv and xlsx with one row for each track. Rows with the same externalId, UPC or release are one release. The answer is immediate; the import continues in the background and has an outcome for each release. A known release is changed only if its content differs, and only while it is a draft. Importing the same table again changes nothing. Tracks may lack audio: they get the upload with the name in audioFile, with their ISRC or with UPC_disc_track as its name. At most ${limits.maxTableRows} rows. Kept for 30 days.`,
  body: NewTableImport,
  maxBodyBytes: limits.maxImportBytes,
  grows: true,
  responses: { 202: { schema: TableImport, description: 'The import, waiting to be read' } },
  errors: ['quota_exceeded'],
})

export const listTableImports = defineOperation({
  ...reading,
  id: 'listTableImports',
  method: 'GET',
  path,
  summary: 'List imports of tables, newest first',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(TableImport), description: 'A page of imports' } },
  errors: ['cursor_invalid'],
})

export const getTableImport = defineOperation({
  ...reading,
  ...one,
  id: 'getTableImport',
  method: 'GET',
  path: `${path}/{tableImportId}`,
  summary: 'Get the import of a table with its progress',
  responses: { 200: { schema: TableImport, description: 'The import' } },
  errors: [],
})

export const listTableImportReleases = defineOperation({
  ...reading,
  ...one,
  id: 'listTableImportReleases',
  method: 'GET',
  path: `${path}/{tableImportId}/releases`,
  summary: 'List the releases of a table with their outcomes',
  query: Type.Object({
    ...pageQuery,
    outcome: Type.Optional(OneOf(tableImportOutcomes, { description: 'Only releases with this outcome' })),
    missingFiles: Type.Optional(Type.Boolean({ description: 'true: only releases that wait for masters or a cover' })),
  }),
  responses: {
    200: { schema: PageOf(TableImportRelease), description: 'A page of releases, in the order of the table' },
  },
  errors: ['cursor_invalid'],
})

export const getTableImportErrors = defineOperation({
  ...reading,
  ...one,
  id: 'getTableImportErrors',
  method: 'GET',
  path: `${path}/{tableImportId}/errors`,
  summary: 'Get the rows with errors as CSV, with a column of reasons',
  description:
    'Has the rows as they came, of each release with an error. Correct them and import this file: the column "reasons" is ignored.',
  responses: {
    200: { schema: null, description: 'The rows', mediaTypes: ['text/csv'] },
    206: { schema: null, description: 'The requested range', mediaTypes: ['text/csv'] },
  },
  errors: ['range_not_satisfiable'],
  conditional: true,
})

export const attachMasters = defineOperation({
  ...writing,
  ...one,
  id: 'attachMasters',
  method: 'POST',
  path: `${path}/{tableImportId}/masters`,
  summary: 'Attach uploaded masters to the drafts of a table',
  description:
    'Looks for uploads of the account for each missing master and cover, by digest, file name, ISRC and UPC_disc_track. Drafts that cannot be edited any more are left alone. Call it again after further uploads.',
  responses: { 202: { schema: TableImport, description: 'The import, running again' } },
  errors: ['state_conflict'],
})

export const undoTableImport = defineOperation({
  ...writing,
  ...one,
  id: 'undoTableImport',
  method: 'POST',
  path: `${path}/{tableImportId}/undo`,
  summary: 'Delete the drafts that the import of a table created',
  description:
    'Deletes only drafts that nothing but this import has changed. Other releases stay. Uploads stay until they expire.',
  responses: { 202: { schema: TableImport, description: 'The import, which is being undone' } },
  errors: ['state_conflict'],
})

/** The operations of this file. */
export const tableImportOperations = [
  createTableImport,
  listTableImports,
  getTableImport,
  listTableImportReleases,
  getTableImportErrors,
  attachMasters,
  undoTableImport,
] as const
