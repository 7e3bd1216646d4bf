import { referenceLists } from '@spindle/contract/vocabulary'
import { defineCommand } from '../command.ts'
import { argument } from '../options.ts'

export const reference = { arguments: { list: argument.choice('Which list', referenceLists) } }
export const nothing = {}

export const referenceCommands = [
  defineCommand({
    name: 'reference list',
    summary: 'List the codes a release may use',
    examples: ['spindle reference list genres'],
    operations: ['listReference'],
    takes: reference,
    load: async () => (await import('./lists.ts')).listReference,
  }),
  defineCommand({
    name: 'outlets list',
    summary: 'List the outlets releases can go to',
    operations: ['listOutlets'],
    takes: nothing,
    load: async () => (await import('./lists.ts')).listOutlets,
  }),
  defineCommand({
    name: 'rules list',
    summary: 'List what releases and uploads are checked against',
    operations: ['listRules'],
    takes: nothing,
    load: async () => (await import('./lists.ts')).listRules,
  }),
]
