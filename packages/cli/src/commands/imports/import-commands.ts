import { byteRate, choice, integer, pageOptions } from '@spindle/command-line'
import { importStatuses } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const importInput = {
  arguments: {
    package: argument.one('Folder, ZIP or tar with a message (XML) and its files, or with many such folders'),
  },
  options: {
    concurrency: integer('--concurrency <number>', 'Files sent at once', { min: 1, max: 16, defaultValue: 3 }),
    bwlimit: byteRate('--bwlimit <rate>', 'Send at most so many bytes a second, such as 500k or 2M'),
  },
}
export const list = {
  options: { status: choice('--status <status>', 'Only imports that ended so', importStatuses), ...pageOptions },
}
export const get = { arguments: { importId: argument.id('import', 'Id of the import (imp_...)') } }

export const importCommands = [
  defineCommand({
    name: 'import',
    summary: 'Import packages of DDEX ERN 3.8 to 4.3.2 as drafts',
    description:
      'Uploads the files beside each message, sends the message, and shows what was imported and what was not. A batch is read in the order of its manifest, else of its folders. Nothing is submitted. Importing the same package twice changes nothing.',
    examples: [
      'spindle import ./0200000000011',
      'spindle import ./20261120100000123.zip',
      'spindle import ./20261120100000123 --json | jq -r .[].releaseId',
    ],
    operations: ['createImport', 'getImport'],
    input: importInput,
    load: async () => (await import('./import-packages.ts')).importPackages,
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
]
