import { referenceLists } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const reference = { arguments: { list: argument.choice('Which list', referenceLists) } }
export const nothing = {}

export const referenceCommands = [
  defineCommand({
    name: 'reference list',
    summary: 'List the codes a release may use',
    examples: ['spindle reference list genres'],
    operations: ['listReference'],
    input: reference,
    load: async () => (await import('./list-reference.ts')).listReference,
  }),
  defineCommand({
    name: 'outlets list',
    summary: 'List the outlets releases can go to',
    operations: ['listOutlets'],
    input: nothing,
    load: async () => (await import('./list-reference.ts')).listOutlets,
  }),
  defineCommand({
    name: 'rules list',
    summary: 'List the rules that releases and uploads are checked against',
    operations: ['listRules'],
    input: nothing,
    load: async () => (await import('./list-reference.ts')).listRules,
  }),
]
