import { flag, pageOptions, text } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const labelId = argument.id('label', 'Id of the label (lbl_...)')
const document = 'JSON or YAML file; - reads stdin'

const none = 'none, to remove it'
const isrcPrefix = 'ISRC prefix that its codes begin with, such as QZABC'
const upcRange = 'GS1 company prefix that its UPCs begin with, such as 0614141'

export const create = {
  arguments: { name: argument.one('Name of the label, as releases have it') },
  options: {
    defaults: text('--defaults <file>', `What its releases have in common: ${document}`),
    isrcPrefix: text('--isrc-prefix <prefix>', isrcPrefix),
    upcRange: text('--upc-range <prefix>', upcRange),
  },
}
export const list = { options: { query: text('--query <words>', 'Part of a name'), ...pageOptions } }
export const one = { arguments: { labelId } }
export const update = {
  arguments: { labelId },
  options: {
    name: text('--name <name>', 'Name of the label'),
    defaults: text('--defaults <file>', `What its releases have in common, in place of what was set: ${document}`),
    isrcPrefix: text('--isrc-prefix <prefix>', `${isrcPrefix}; ${none}`),
    upcRange: text('--upc-range <prefix>', `${upcRange}; ${none}`),
  },
}
export const remove = { arguments: { labelId }, options: { yes: flag('-y, --yes', 'Do not ask') } }
export const ofAccount = {}
export const set = { arguments: { file: argument.one(document) } }

const allowed = 'The hub operator must have allowed the ISRC prefix and the UPC range.'
const onlyNew = 'Only new drafts take the values. Releases that exist do not change.'

/** The commands on labels, and on the defaults of the account. */
export const labelCommands = [
  defineCommand({
    name: 'labels create',
    summary: 'Create a label',
    description: `New drafts whose \`label\` is its name take from its defaults what they leave out. ${allowed}`,
    examples: ['spindle labels create "Blue Lamp" --defaults blue-lamp.yaml'],
    operations: ['createLabel'],
    input: create,
    load: async () => (await import('./change-labels.ts')).createLabel,
  }),
  defineCommand({
    name: 'labels list',
    summary: 'List labels, newest first',
    examples: ['spindle labels list --query lamp'],
    operations: ['listLabels'],
    input: list,
    load: async () => (await import('./show-labels.ts')).listLabels,
  }),
  defineCommand({
    name: 'labels get',
    summary: 'Show one label with its defaults',
    operations: ['getLabel'],
    input: one,
    load: async () => (await import('./show-labels.ts')).getLabel,
  }),
  defineCommand({
    name: 'labels update',
    summary: 'Change a label',
    description: `${onlyNew} ${allowed}`,
    examples: [
      'spindle labels update lbl_01JD3MZ6V8Q4W9X2K7N5T0RHYB --defaults blue-lamp.yaml',
      'spindle labels update lbl_01JD3MZ6V8Q4W9X2K7N5T0RHYB --isrc-prefix QZABC --upc-range 0614141',
    ],
    operations: ['updateLabel'],
    input: update,
    load: async () => (await import('./change-labels.ts')).updateLabel,
  }),
  defineCommand({
    name: 'labels delete',
    summary: 'Delete a label; its releases stay as they are',
    operations: ['deleteLabel'],
    input: remove,
    load: async () => (await import('./change-labels.ts')).deleteLabel,
  }),
  defineCommand({
    name: 'defaults get',
    summary: 'Show what new releases of the account have in common',
    operations: ['getDefaults'],
    input: ofAccount,
    load: async () => (await import('./show-labels.ts')).getDefaults,
  }),
  defineCommand({
    name: 'defaults set',
    summary: 'Replace what new releases of the account have in common',
    description: onlyNew,
    examples: ['spindle defaults set defaults.yaml'],
    operations: ['updateDefaults'],
    input: set,
    load: async () => (await import('./change-labels.ts')).setDefaults,
  }),
]
