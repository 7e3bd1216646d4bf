import { choice, day, flag, pageOptions, required, text, texts } from '@spindle/command-line'
import { tablePresets, transferStates } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const transferId = argument.id('transfer', 'Id of the transfer (trf_...)')

/** What `transfers create` takes. */
export const create = {
  arguments: { file: argument.one('The catalog as the old distributor exports it (csv, tsv, xlsx)') },
  options: {
    distributor: required(text('--distributor <name>', 'Name of the old distributor')),
    deadline: required(day('--deadline <day>', 'The day on which it takes its copies down')),
    name: text('--name <name>', 'What you call the transfer (default: the name of the file)'),
    outlets: texts('--outlets <ids>', 'Only these stores, comma-separated ids (default: all but websites)'),
    preset: choice('--preset <preset>', 'What the columns mean; default: by their names', tablePresets),
    mapping: text('--mapping <name>', 'A kept mapping of the columns, or a file (yaml, json) with one'),
  },
}
/** What `transfers list` takes. */
export const list = { options: pageOptions }
/** What commands on one transfer take. */
export const one = { arguments: { transferId } }
/** What `transfers compare` takes. */
export const compare = {
  arguments: { transferId },
  options: { errors: flag('--errors', 'Only what would break play counts') },
}
/** What `transfers releases` takes. */
export const releases = {
  arguments: { transferId },
  options: {
    state: choice('--state <state>', 'Only releases in this state at any store', transferStates),
    outlet: text('--outlet <id>', 'The store that --state is about'),
    severity: choice('--severity <severity>', 'Only releases whose worst finding has it', ['error', 'warning', 'none']),
    ...pageOptions,
  },
}
/** What `transfers mark` takes. */
export const mark = {
  arguments: { transferId },
  options: {
    outlet: required(text('--outlet <id>', 'The store')),
    upcs: texts('--upcs <upcs>', 'These releases, comma-separated UPCs (default: all that are live there)'),
    reason: text('--reason <text>', 'Why releases are marked that are not live there yet; needs --upcs'),
    up: flag('--up', 'Remove the marks: the old copies are still up'),
  },
}
/** What `transfers letter` takes. */
export const letter = {
  arguments: { transferId, file: argument.one('The file to write; - is stdout') },
}
/** What `transfers update` takes. */
export const update = {
  arguments: { transferId },
  options: {
    deadline: day('--deadline <day>', 'The day on which the old distributor takes its copies down'),
    outlets: texts('--outlets <ids>', 'All its stores, comma-separated ids'),
    name: text('--name <name>', 'What you call the transfer'),
    distributor: text('--distributor <name>', 'Name of the old distributor'),
  },
}
/** What `transfers delete` takes. */
export const remove = { arguments: { transferId }, options: { yes: flag('-y, --yes', 'Do not ask') } }

/** The commands on transfers of a catalog from another distributor. */
export const transferCommands = [
  defineCommand({
    name: 'transfers create',
    summary: 'Plan the transfer of a catalog from another distributor',
    description:
      'Sends the table of the old distributor, one row for each track with its UPC, and shows the first comparison. No release is changed. Columns are those of `import`, and the length of tracks.',
    examples: ['spindle transfers create old.csv --distributor "Old Distributor" --deadline 2027-03-31'],
    operations: ['createTransfer', 'getTransfer'],
    input: create,
    load: async () => (await import('./create-transfer.ts')).createTransfer,
  }),
  defineCommand({
    name: 'transfers list',
    summary: 'List transfers, newest first',
    operations: ['listTransfers'],
    input: list,
    load: async () => (await import('./show-transfers.ts')).listTransfers,
  }),
  defineCommand({
    name: 'transfers get',
    summary: 'Show how far a transfer is at each store, and the days left',
    operations: ['getTransfer'],
    input: one,
    load: async () => (await import('./show-transfers.ts')).getTransfer,
  }),
  defineCommand({
    name: 'transfers compare',
    summary: 'Show what differs from the catalog of the old distributor',
    description:
      'Compares UPC, ISRC, title, version, artist, length (5 s), label and date with the catalog as it is now. Exit code 4 if something would break play counts.',
    examples: ['spindle transfers compare trf_... --errors', 'spindle transfers compare trf_... --json'],
    operations: ['listTransferReleases'],
    input: compare,
    load: async () => (await import('./compare-transfer.ts')).compareTransfer,
  }),
  defineCommand({
    name: 'transfers releases',
    summary: 'List the releases of a transfer with their state at each store',
    examples: ['spindle transfers releases trf_... --state not_sent --all'],
    operations: ['listTransferReleases'],
    input: releases,
    load: async () => (await import('./show-transfers.ts')).listReleases,
  }),
  defineCommand({
    name: 'transfers mark',
    summary: 'Mark the old copies of releases at a store as down',
    description:
      'Releases that are not live at the store are refused: stores keep play counts only if the new release is live before the old one goes down.',
    examples: [
      'spindle transfers mark trf_... --outlet spotify',
      'spindle transfers mark trf_... --outlet spotify --upcs 0200000000011 --reason "taken down on Monday"',
    ],
    operations: ['markTransferReleases'],
    input: mark,
    load: async () => (await import('./mark-releases.ts')).markReleases,
  }),
  defineCommand({
    name: 'transfers letter',
    summary: 'Write the letter that asks the old distributor to take its copies down',
    description:
      'Lists the releases that are live and whose old copy is up, with their ISRCs and stores. Releases with errors are left out.',
    examples: ['spindle transfers letter trf_... letter.txt'],
    operations: ['getTransfer', 'listTransferReleases'],
    input: letter,
    load: async () => (await import('./write-letter.ts')).writeLetter,
  }),
  defineCommand({
    name: 'transfers update',
    summary: 'Change the deadline, the stores or the names of a transfer',
    examples: ['spindle transfers update trf_... --deadline 2027-04-30'],
    operations: ['updateTransfer', 'getTransfer'],
    input: update,
    load: async () => (await import('./update-transfer.ts')).updateTransfer,
  }),
  defineCommand({
    name: 'transfers delete',
    summary: 'Delete a transfer with its marks; releases stay',
    operations: ['getTransfer', 'deleteTransfer'],
    input: remove,
    load: async () => (await import('./show-transfers.ts')).deleteTransfer,
  }),
]
