import { choice, flag, pageOptions, text } from '@spindle/command-line'
import { reportPresets } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const reportId = argument.id('report', 'Id of the report (rpt_...)')

export const importInput = {
  arguments: { files: argument.many('Files of one report: all its parts') },
  options: {
    source: text('--source <name>', 'Who sends reports like this one (required), such as distrokid'),
    preset: choice(
      '--preset <name>',
      'How the files are read (default: recognised by their first lines); dsr: messages of DDEX',
      reportPresets,
    ),
    mapping: text('--mapping <file>', 'JSON that says which column is what, instead of a preset'),
    replace: flag('--replace', 'It takes the place of reports of this source about the same time'),
    add: flag('--add', 'Both count'),
    setAside: flag(
      '--set-aside',
      'Lines that cannot be read do not count and are listed; otherwise nothing is imported',
    ),
    preview: flag('--preview', 'Show the first 50 lines and to what they would belong; imports nothing'),
  },
}
export const list = { options: pageOptions }
export const show = { arguments: { reportId }, options: pageOptions }
export const setAside = { arguments: { reportId }, options: pageOptions }
export const undo = { arguments: { reportId }, options: { yes: flag('-y, --yes', 'Do not ask') } }

export const reportCommands = [
  defineCommand({
    name: 'reports import',
    summary: 'Import the report of a store; an error imports nothing',
    description:
      'Uploads the files and reads them as one report. Its lines count for your releases; others wait until you release their recordings. The same bytes count once.',
    examples: [
      'spindle reports import march.tsv --source distrokid --preset distrokid --preview',
      'spindle reports import march.tsv --source distrokid --preset distrokid',
      'spindle reports import march.csv --source shop --mapping shop.json --set-aside',
    ],
    operations: ['createReport', 'previewReport'],
    input: importInput,
    load: async () => (await import('./import-report.ts')).importReport,
  }),
  defineCommand({
    name: 'reports list',
    summary: 'List the reports of stores that contain your releases',
    description:
      'Yours, and those that the operator of the hub brings in. `spindle analytics get --kind report` shows what they say by track, store and country.',
    examples: ['spindle reports list'],
    operations: ['listReports'],
    input: list,
    load: async () => (await import('./list-reports.ts')).listReports,
  }),
  defineCommand({
    name: 'reports show',
    summary: 'Show one report, and the lines that match no release yet',
    operations: ['getReport', 'listWaitingRecordings'],
    input: show,
    load: async () => (await import('./show-report.ts')).showReport,
  }),
  defineCommand({
    name: 'reports set-aside',
    summary: 'List the lines of a report that could not be read',
    description: 'They were set aside by `spindle reports import --set-aside` or by the mapping, and do not count.',
    examples: ['spindle reports set-aside rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
    operations: ['listSetAsideLines'],
    input: setAside,
    load: async () => (await import('./show-report.ts')).listSetAside,
  }),
  defineCommand({
    name: 'reports undo',
    summary: 'Undo the import of a report',
    operations: ['undoReport'],
    input: undo,
    load: async () => (await import('./show-report.ts')).undoReport,
  }),
]
