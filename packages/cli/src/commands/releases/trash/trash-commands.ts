import { flag, pageOptions } from '@spindle/command-line'
import { argument, defineCommand } from '../../../command-line/define-command.ts'

const releaseId = argument.id('trashed', 'Id of the deleted draft (rel_...), from `releases trash list`')
const yes = flag('-y, --yes', 'Do not ask')

export const list = { options: pageOptions }
export const one = { arguments: { releaseId } }
export const erase = { arguments: { releaseId }, options: { yes } }
export const empty = { options: { yes } }

/** The commands on deleted drafts, which are kept for some time. */
export const trashCommands = [
  defineCommand({
    name: 'releases trash list',
    summary: 'List the deleted drafts that can be restored, last deleted first',
    operations: ['listTrash'],
    input: list,
    load: async () => (await import('./empty-trash.ts')).listTrash,
  }),
  defineCommand({
    name: 'releases trash restore',
    summary: 'Restore a deleted draft',
    description:
      'If another release has its externalId meanwhile, nothing is restored. `releases clone` copies it instead.',
    operations: ['restoreRelease'],
    input: one,
    load: async () => (await import('./empty-trash.ts')).restoreRelease,
  }),
  defineCommand({
    name: 'releases trash erase',
    summary: 'Erase a deleted draft now; it cannot be restored',
    operations: ['eraseTrashedRelease'],
    input: erase,
    load: async () => (await import('./empty-trash.ts')).eraseRelease,
  }),
  defineCommand({
    name: 'releases trash empty',
    summary: 'Erase all deleted drafts now; they cannot be restored',
    operations: ['listTrash', 'eraseTrashedRelease'],
    input: empty,
    load: async () => (await import('./empty-trash.ts')).emptyTrash,
  }),
]
