import { releaseStatuses } from '@spindle/contract'
import { defineCommand } from '../command.ts'
import { choice, pageOptions } from '../options.ts'

export const list = {
  options: {
    status: choice('--status <status>', 'Only releases in this state', releaseStatuses),
    ...pageOptions,
  },
}

export const releaseCommands = [
  defineCommand({
    name: 'releases list',
    summary: 'List releases, newest first',
    operations: ['listReleases'],
    takes: list,
    load: async () => (await import('./list.ts')).listReleases,
  }),
]
