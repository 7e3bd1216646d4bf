import { flag, pageOptions } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const exportId = argument.id('export', 'Id of the export (exp_...)')

export const take = {
  arguments: { file: argument.optional('Where the archive goes (default: spindle-export.tar)') },
}
export const list = { options: pageOptions }
export const remove = { arguments: { exportId }, options: { yes: flag('-y, --yes', 'Do not ask') } }

export const exportCommands = [
  defineCommand({
    name: 'export',
    summary: 'Download everything the account has as one archive',
    description:
      'Begins an export, waits for it, downloads it and compares every file with its SHA-256. After an interruption, the same command continues where it stopped. It needs a service client. To import the archive into another hub: npm run hub -- accounts import FILE.tar.',
    examples: ['spindle export', 'spindle export backup/label.tar'],
    operations: ['createExport', 'getExport', 'downloadExport'],
    input: take,
    load: async () => (await import('./take-export.ts')).takeExport,
  }),
  defineCommand({
    name: 'exports list',
    summary: 'List the exports that can still be downloaded, newest first',
    operations: ['listExports'],
    input: list,
    load: async () => (await import('./show-exports.ts')).listExports,
  }),
  defineCommand({
    name: 'exports delete',
    summary: 'Delete an export before it expires',
    operations: ['deleteExport'],
    input: remove,
    load: async () => (await import('./show-exports.ts')).deleteExport,
  }),
]
