import { flag, pageOptions } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const mappingName = argument.one('Name of the mapping, such as old-distributor')

export const list = { options: pageOptions }
export const one = { arguments: { mappingName } }
export const keep = { arguments: { mappingName, file: argument.one('File with the mapping (yaml, json); - is stdin') } }
export const remove = { arguments: { mappingName }, options: { yes: flag('-y, --yes', 'Do not ask') } }

/** The commands on kept mappings of tables. */
export const mappingCommands = [
  defineCommand({
    name: 'mappings list',
    summary: 'List the kept mappings of tables',
    operations: ['listTableMappings'],
    input: list,
    load: async () => (await import('./keep-mappings.ts')).listMappings,
  }),
  defineCommand({
    name: 'mappings get',
    summary: 'Show a kept mapping, as a file that --mapping reads',
    examples: ['spindle mappings get old-distributor > mapping.yaml'],
    operations: ['getTableMapping'],
    input: one,
    load: async () => (await import('./keep-mappings.ts')).getMapping,
  }),
  defineCommand({
    name: 'mappings keep',
    summary: 'Keep a mapping of the columns of a table by name, or replace it',
    description: 'spindle import TABLE --mapping NAME then reads tables with it.',
    examples: ['spindle mappings keep old-distributor mapping.yaml'],
    operations: ['keepTableMapping'],
    input: keep,
    load: async () => (await import('./keep-mappings.ts')).keepMapping,
  }),
  defineCommand({
    name: 'mappings delete',
    summary: 'Delete a kept mapping of tables',
    operations: ['deleteTableMapping'],
    input: remove,
    load: async () => (await import('./keep-mappings.ts')).deleteMapping,
  }),
]
