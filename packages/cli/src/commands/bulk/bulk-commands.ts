import { choice, day, flag, integer, pageOptions, text, texts } from '@spindle/command-line'
import { bulkOutcomes, releaseStatuses, releaseTypes } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'
import { stateOptions } from '../state-options.ts'

const selection = {
  ids: texts('--ids <ids>', 'These releases, comma-separated ids'),
  query: text('--query <words>', 'Releases with these words, as in `catalog list`'),
  type: choice('--type <type>', 'Releases of this type', releaseTypes),
  status: choice('--status <status>', 'Releases in this state', releaseStatuses),
  upc: text('--upc <upc>', 'Releases with this UPC or EAN'),
  isrc: text('--isrc <isrc>', 'Releases with this ISRC'),
  artist: text('--artist <text>', 'Releases with this part of the artist name'),
  label: text('--label <text>', 'Releases with this part of the label name'),
  territory: text('--territory <code>', 'Releases offered there (ISO 3166-1, such as DE)'),
  ...stateOptions,
  releasedFrom: day('--released-from <day>', 'First release date'),
  releasedTo: day('--released-to <day>', 'Last release date, included'),
  all: flag('--all', 'All releases of the account'),
}
const starting = {
  ...selection,
  dryRun: flag('--dry-run', 'Show the outcome of each release and change nothing'),
  watch: flag('--watch', 'Wait until it has ended'),
  yes: flag('-y, --yes', 'Do not ask'),
}
const outlet = text('--outlet <id>', 'Only what matters to this outlet')

/** What `bulk patch` takes. */
export const patch = {
  arguments: { file: argument.one('JSON or YAML with the members to change; - is stdin') },
  options: starting,
}
/** What actions without options of their own take. */
export const action = { options: starting }
/** What actions take that can be for one outlet. */
export const atOutlet = { options: { ...starting, outlet } }
/** What `bulk takedown` takes. */
export const takedown = {
  options: {
    ...starting,
    reason: text('--reason <text>', 'Why (required); kept in the events'),
    outlets: texts('--outlets <ids>', 'Only at these outlets, comma-separated ids (default: everywhere)'),
    on: day('--on <day>', 'On this day (default: now)'),
    expectedCount: integer('--expected-count <number>', 'The number of releases; required with --yes', {
      min: 0,
      max: 10_000,
    }),
  },
}
/** What `bulk outlets` takes. */
export const outlets = {
  options: {
    ...starting,
    set: texts('--set <ids>', 'Replace the list of outlets'),
    add: texts('--add <ids>', 'Add these outlets'),
    remove: texts('--remove <ids>', 'Remove these outlets'),
    everywhere: flag('--everywhere', 'All outlets, without a list'),
  },
}

const bulkId = argument.id('bulk', 'Id of the bulk job (blk_...)')
/** What `bulk list` takes. */
export const list = { options: pageOptions }
/** What commands on one job take. */
export const one = { arguments: { bulkId } }
/** What `bulk releases` takes. */
export const releases = {
  arguments: { bulkId },
  options: { outcome: choice('--outcome <outcome>', 'Only releases with this outcome', bulkOutcomes), ...pageOptions },
}
/** What `bulk undo` takes. */
export const undo = { arguments: { bulkId }, options: { watch: starting.watch, yes: starting.yes } }

const started = ['createBulk', 'getBulk', 'listBulkReleases'] as const

/** The commands on bulk jobs. */
export const bulkCommands = [
  defineCommand({
    name: 'bulk patch',
    summary: 'Change metadata of many releases',
    description:
      'The releases are chosen once, when the job starts: by ids, by filters as in `catalog list`, or --all. With --watch or --dry-run the command ends with 4 if a release was refused.',
    examples: [
      `echo '{"label":"Blue Lamp Records"}' | spindle bulk patch - --label "Blue Lamp" --dry-run`,
      'spindle bulk patch changes.yaml --ids rel_...,rel_... --yes --watch',
    ],
    operations: started,
    input: patch,
    load: async () => (await import('./start-bulk.ts')).patchReleases,
  }),
  defineCommand({
    name: 'bulk validate',
    summary: 'Check many releases against the rules of today',
    description: 'With --status live --dry-run it finds live releases that no longer pass.',
    examples: ['spindle bulk validate --status live --dry-run'],
    operations: started,
    input: atOutlet,
    load: async () => (await import('./start-bulk.ts')).validateReleases,
  }),
  defineCommand({
    name: 'bulk submit',
    summary: 'Submit many releases',
    examples: ['spindle bulk submit --status draft --dry-run', 'spindle bulk submit --status draft --yes --watch'],
    operations: started,
    input: action,
    load: async () => (await import('./start-bulk.ts')).submitReleases,
  }),
  defineCommand({
    name: 'bulk takedown',
    summary: 'Take many releases down',
    description: 'Asks with the number of releases. With --yes, --expected-count has the number.',
    examples: ['spindle bulk takedown --label "Blue Lamp" --reason "The licence ends" --expected-count 120 --yes'],
    operations: ['listCatalog', ...started],
    input: takedown,
    load: async () => (await import('./take-down-many.ts')).takeDownReleases,
  }),
  defineCommand({
    name: 'bulk outlets',
    summary: 'Change the list of outlets of many releases',
    description: 'Submit the releases afterwards to deliver them there.',
    examples: ['spindle bulk outlets --all --add new-store --yes'],
    operations: started,
    input: outlets,
    load: async () => (await import('./start-bulk.ts')).changeOutlets,
  }),
  defineCommand({
    name: 'bulk redeliver',
    summary: 'Retry failed and refused deliveries of many releases',
    examples: [
      'spindle bulk redeliver --status delivery_failed --yes --watch',
      'spindle bulk redeliver --delivered-to store --delivery-state failed --outlet store --yes',
    ],
    operations: started,
    input: atOutlet,
    load: async () => (await import('./start-bulk.ts')).redeliverReleases,
  }),
  ...followingCommands(),
]

function followingCommands() {
  return [
    defineCommand({
      name: 'bulk list',
      summary: 'List bulk jobs, newest first',
      operations: ['listBulks'],
      input: list,
      load: async () => (await import('./show-bulk.ts')).listBulks,
    }),
    defineCommand({
      name: 'bulk get',
      summary: 'Show a bulk job with its progress',
      operations: ['getBulk'],
      input: one,
      load: async () => (await import('./show-bulk.ts')).getBulk,
    }),
    defineCommand({
      name: 'bulk releases',
      summary: 'List the releases of a bulk job with their outcomes',
      examples: ['spindle bulk releases blk_... --outcome refused --all'],
      operations: ['listBulkReleases'],
      input: releases,
      load: async () => (await import('./show-bulk.ts')).listBulkReleases,
    }),
    defineCommand({
      name: 'bulk watch',
      summary: 'Wait until a bulk job has ended',
      description: 'Ends with 4 if a release was refused.',
      operations: ['getBulk', 'listBulkReleases'],
      input: one,
      load: async () => (await import('./show-bulk.ts')).watchBulk,
    }),
    defineCommand({
      name: 'bulk pause',
      summary: 'Pause a bulk job after the release that is being done',
      operations: ['pauseBulk'],
      input: one,
      load: async () => (await import('./show-bulk.ts')).pauseBulk,
    }),
    defineCommand({
      name: 'bulk resume',
      summary: 'Resume a paused bulk job',
      operations: ['resumeBulk'],
      input: one,
      load: async () => (await import('./show-bulk.ts')).resumeBulk,
    }),
    defineCommand({
      name: 'bulk cancel',
      summary: 'Cancel a bulk job; what was done stays',
      operations: ['cancelBulk'],
      input: one,
      load: async () => (await import('./show-bulk.ts')).cancelBulk,
    }),
    defineCommand({
      name: 'bulk undo',
      summary: 'Undo the patches of a bulk job with a new job',
      description: 'Releases that were changed since are refused.',
      operations: ['undoBulk', 'getBulk', 'listBulkReleases'],
      input: undo,
      load: async () => (await import('./start-bulk.ts')).undoBulk,
    }),
  ]
}
