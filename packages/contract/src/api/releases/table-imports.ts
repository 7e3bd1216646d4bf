import { tableImportOutcomes, tablePresets } from '../../definition/exchange-lists.ts'
import { limits } from '../../definition/limits.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { ClosedObject, Id, OneOf, PageOf, pageQuery, Text } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { TableImport, TableImportRelease } from './table-import-model.ts'
import { TableMapping, TableMappingName } from './table-mapping.ts'

/** Import of a catalog as a table: rows of csv, tsv or xlsx become drafts, and masters are attached when they arrive. */

const path = '/api/v1/distributor/imports/tables'

/** Body of `createTableImport`. */
export const NewTableImport = ClosedObject(
  {
    table: Type.String({
      minLength: 4,
      maxLength: Math.ceil((limits.maxTableBytes * 4) / 3) + 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The file (csv, tsv or xlsx) in base64; csv and tsv also as gzip. At most 8 MiB of file',
      examples: ['dXBjLHRpdGxlCg=='],
    }),
    filename: Type.Optional(Text(255, { description: 'Display name of the file' })),
    preset: Type.Optional(
      OneOf(tablePresets, {
        description: 'What the columns mean; default: recognised by their names. spindle: the template of the hub',
      }),
    ),
    mapping: Type.Optional({
      ...TableMapping,
      description: 'The meaning of the columns. preset, mapping and mappingName exclude each other',
    }),
    mappingName: Type.Optional({ ...TableMappingName, description: 'The name of a kept mapping' }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'true shows the outcome of each release and changes no release. Default false' }),
    ),
  },
  { examples: [{ table: 'dXBjLHRpdGxlCg==', filename: 'catalog.csv', dryRun: true }] },
)
export type NewTableImport = requests.NewTableImport

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
  description: `Reads csv, tsv and xlsx with one row for each track. Rows with the same externalId, UPC or release are one release. The answer is immediate; the import continues in the background and has an outcome for each release. A known release is changed only if its content differs, and only while it is a draft. Importing the same table again changes nothing. A table with other column names needs a mapping; without one it is refused, with a suggested one. Tracks may lack audio: they get the upload with the name in audioFile, with their ISRC or with UPC_disc_track as its name. At most ${limits.maxTableRows} rows. Kept for 30 days.`,
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
    ready: Type.Optional(
      Type.Boolean({
        description: 'true: only imported releases without a finding of severity error, as `ready` counts',
      }),
    ),
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
