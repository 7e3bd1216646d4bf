import type { Static } from 'typebox'
import type { TableField } from '../../definition/exchange-lists.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { ClosedObject, CreatedAt, Described, OneOf, PageOf, pageQuery, Text, UpdatedAt } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { byName, cell, column, DateOrder } from '../mapping-parts.ts'

/** Mappings of the columns of a table of releases to fields of the hub, kept by name for an account. */

/** How many mappings an account can keep. */
export const maxTableMappings = 200

const fields = {
  release: column('What the rows of a release have in common'),
  releaseId: column('The id of the release in this hub'),
  externalId: column('Your identifier of the release'),
  upc: column('The UPC or EAN of the release'),
  catalogNumber: column('Catalog number'),
  releaseTitle: column('Title of the release'),
  releaseVersion: column('Version of the release'),
  releaseType: column('single, ep or album'),
  releaseArtist: column('Main artists of the release'),
  displayArtist: column('Display artist of the release'),
  label: column('Label'),
  genre: column('Code of the genre'),
  subgenre: column('Subgenre'),
  releaseLanguage: column('Language of the release, BCP 47'),
  releaseExplicit: column('Parental warning of the release'),
  releaseDate: column('Release date'),
  originalReleaseDate: column('Original release date'),
  pLine: column('Year and owner of the recordings'),
  pLineYear: column('Year of pLine'),
  cLine: column('Year and owner of the other content'),
  cLineYear: column('Year of cLine'),
  territories: column('Territories of the release'),
  coverFile: column('Name of the cover file'),
  deleted: column('true: the row is left out'),
  trackId: column('The id of the track in this hub'),
  disc: column('Number of the disc'),
  track: column('Number of the track on its disc'),
  trackTitle: column('Title of the track'),
  trackVersion: column('Version of the track'),
  trackArtist: column('Main artists of the track'),
  featured: column('Featured artists'),
  remixer: column('Remixers'),
  composer: column('Composers'),
  lyricist: column('Lyricists'),
  producer: column('Producers'),
  isrc: column('ISRC of the recording'),
  iswc: column('ISWC of the composition'),
  trackLanguage: column('Language of the lyrics, BCP 47'),
  trackExplicit: column('Parental warning of the track'),
  composition: column('original, cover, public_domain or adaptation'),
  containsSamples: column('yes or no'),
  instrumental: column('yes or no'),
  audioFile: column('Name of the master file'),
  sha256: column('SHA-256 of the master file'),
} satisfies Record<TableField, unknown>

/** A text for each field: the name of its column, or a value in its place. */
export const TableFieldTexts = ClosedObject(fields)

/** The meaning of the columns of a table of releases. */
export const TableMapping = ClosedObject(
  {
    columns: ClosedObject(fields, {
      description: 'By field: the name of the column. Case, spaces and punctuation are ignored',
    }),
    constants: Type.Optional(
      ClosedObject(fields, { description: 'Values of fields without a column, and of blank cells' }),
    ),
    values: Type.Optional(
      byName<Record<string, string>>(byName<string>(cell, {}), {
        description:
          'By field: the text of a cell, and the value that it means; an empty value means that the cell says nothing. Case and spaces around the text are ignored. Other texts are read as usual',
        examples: [{ releaseType: { LP: 'album' }, genre: { 'Deep House': 'electronic' } }],
      }),
    ),
    dates: DateOrder,
    nameSeparator: Type.Optional(
      OneOf([';', ',', '/', '|'], { description: 'The sign between names in one cell. Default: a semicolon' }),
    ),
  },
  {
    examples: [
      {
        columns: { upc: 'Barcode', releaseTitle: 'Album Title', trackTitle: 'Track Title', releaseDate: 'Street Date' },
        constants: { label: 'Blue Lamp' },
        values: { releaseType: { LP: 'album' } },
        dates: 'dmy',
      },
    ],
  },
)
export type TableMapping = requests.TableMapping

/** The name of a kept mapping, in paths and requests. */
export const TableMappingName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9_-]*$',
  description: 'Name of a mapping: lower-case letters, digits, - and _',
  examples: ['old-distributor'],
})

/** A kept mapping as answered. */
export const KeptTableMapping = Type.Object({
  name: Described(TableMappingName, 'Its name'),
  mapping: Described(TableMapping, 'What the columns mean'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type KeptTableMapping = Static<typeof KeptTableMapping>

const path = '/api/v1/distributor/imports/table-mappings'
const one = `${path}/{mappingName}` as const
const reading = { tag: 'Imports', auth: 'apiKey', permission: 'music:read' } as const
const writing = { tag: 'Imports', auth: 'apiKey', permission: 'music:write' } as const
const ofOne = { params: Type.Object({ mappingName: Text(200) }), notFound: 'mapping_not_found' } as const

export const listTableMappings = defineOperation({
  ...reading,
  id: 'listTableMappings',
  method: 'GET',
  path,
  summary: 'List the kept mappings of tables, by name',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(KeptTableMapping), description: 'A page of mappings' } },
  errors: ['cursor_invalid'],
})

export const getTableMapping = defineOperation({
  ...reading,
  ...ofOne,
  id: 'getTableMapping',
  method: 'GET',
  path: one,
  summary: 'Get a kept mapping of tables',
  responses: { 200: { schema: KeptTableMapping, description: 'The mapping' } },
  errors: [],
})

export const keepTableMapping = defineOperation({
  ...writing,
  params: ofOne.params,
  id: 'keepTableMapping',
  method: 'PUT',
  path: one,
  summary: 'Keep a mapping of tables by name, or replace it',
  description:
    'Imports name it as `mappingName`. An import keeps its own copy: replacing or deleting the mapping does not change imports that have begun.',
  body: TableMapping,
  grows: true,
  responses: { 200: { schema: KeptTableMapping, description: 'The mapping as it is kept now' } },
  errors: ['quota_exceeded'],
})

export const deleteTableMapping = defineOperation({
  ...writing,
  ...ofOne,
  id: 'deleteTableMapping',
  method: 'DELETE',
  path: one,
  summary: 'Delete a kept mapping of tables',
  responses: { 204: { schema: null, description: 'The mapping was deleted' } },
  errors: [],
})

/** The operations of this file. */
export const tableMappingOperations = [
  listTableMappings,
  getTableMapping,
  keepTableMapping,
  deleteTableMapping,
] as const
