import { byteRate, choice, flag, integer, pageOptions, repeated, text } from '@spindle/command-line'
import { importStatuses, tablePresets } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

/** What `import` takes: options of tables are refused for packages, in `import-any.ts`. */
export const importInput = {
  arguments: {
    package: argument.one(
      'Table of releases (csv, tsv, xlsx); or folder, ZIP or tar with a message (XML) and its files, or with many of them',
    ),
  },
  options: {
    concurrency: integer('--concurrency <number>', 'Files sent at once', { min: 1, max: 16, defaultValue: 3 }),
    bwlimit: byteRate('--bwlimit <rate>', 'Send at most so many bytes a second, such as 500k or 2M'),
    audio: repeated(
      '--audio <folder-or-zip>',
      'For a table: a folder or ZIP with the masters and covers that it names; may be given more than once',
    ),
    preset: choice('--preset <preset>', 'For a table: what its columns mean; default: by their names', tablePresets),
    mapping: text('--mapping <name>', 'For a table: a kept mapping of its columns, or a file (yaml, json) with one'),
    dryRun: flag('--dry-run', 'For a table: show what would happen, change nothing'),
  },
}
export const list = {
  options: { status: choice('--status <status>', 'Only imports that ended so', importStatuses), ...pageOptions },
}
export const get = { arguments: { importId: argument.id('import', 'Id of the import (imp_...)') } }

const table = argument.id('tableImport', 'Id of the import of a table (tbi_...)')
/** What `imports tables` takes. */
export const tableList = { options: pageOptions }
/** What commands on the import of one table take. */
export const ofTable = { arguments: { tableImportId: table } }
export const undo = {
  arguments: { tableImportId: table },
  options: { yes: flag('-y, --yes', 'Do not ask') },
}

/** The commands on imports of packages and of tables. */
export const importCommands = [
  defineCommand({
    name: 'import',
    summary: 'Import a table of releases, or packages of DDEX ERN 3.8 to 4.3.2, as drafts',
    description:
      'Uploads the files beside each message, sends the message, and shows what was imported and what was not. A batch is read in the order of its manifest, else of its folders. Of a table, it sends the table and then the masters in --audio that its drafts wait for. Nothing is submitted. Importing the same package or table twice changes nothing; the same command again continues.',
    examples: [
      'spindle import catalogue.xlsx --dry-run',
      'spindle import catalogue.xlsx --audio ./masters',
      'spindle import catalogue.xlsx --audio masters.zip --dry-run',
      'spindle import catalogue.xlsx --mapping mapping.yaml --dry-run',
      'spindle import ./0200000000011',
      'spindle import ./20261120100000123.zip',
      'spindle import ./20261120100000123 --json | jq -r .[].releaseId',
    ],
    operations: [
      'createImport',
      'getImport',
      'createTableImport',
      'getTableImport',
      'listTableImportReleases',
      'attachMasters',
    ],
    input: importInput,
    load: async () => (await import('./import-any.ts')).importAny,
  }),
  defineCommand({
    name: 'imports list',
    summary: 'List imports, newest first',
    operations: ['listImports'],
    input: list,
    load: async () => (await import('./show-imports.ts')).listImports,
  }),
  defineCommand({
    name: 'imports get',
    summary: 'Show the result of an import',
    operations: ['getImport'],
    input: get,
    load: async () => (await import('./show-imports.ts')).getImport,
  }),
  defineCommand({
    name: 'imports message',
    summary: 'Get the original message of an import, byte for byte',
    description: 'The hub keeps it for 30 days after the import has ended.',
    examples: ['spindle imports message imp_... > message.xml'],
    operations: ['getImportMessage'],
    input: get,
    load: async () => (await import('./show-imports.ts')).getMessage,
  }),
  defineCommand({
    name: 'imports tables',
    summary: 'List imports of tables, newest first',
    operations: ['listTableImports'],
    input: tableList,
    load: async () => (await import('./show-tables.ts')).listTables,
  }),
  defineCommand({
    name: 'imports errors',
    summary: 'Get the rows of a table with errors as CSV, with a column of reasons',
    description: 'Correct the rows and import the file: the column "reasons" is ignored.',
    examples: ['spindle imports errors tbi_... > errors.csv'],
    operations: ['getTableImportErrors'],
    input: ofTable,
    load: async () => (await import('./show-tables.ts')).getErrors,
  }),
  defineCommand({
    name: 'imports undo',
    summary: 'Delete the drafts that the import of a table created',
    description: 'Drafts that were changed or submitted since are kept, and so are releases that existed before.',
    examples: ['spindle imports undo tbi_...'],
    operations: ['undoTableImport'],
    input: undo,
    load: async () => (await import('./show-tables.ts')).undoTable,
  }),
]
