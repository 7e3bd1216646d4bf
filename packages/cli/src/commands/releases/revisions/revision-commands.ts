import { flag, pageOptions, text } from '@spindle/command-line'
import { argument, defineCommand } from '../../../command-line/define-command.ts'

const releaseId = argument.id('release', 'Id of the release (rel_...)')
const revision = argument.one('Number of the revision, from `releases revisions`')
const yes = flag('-y, --yes', 'Do not ask')

export const pages = { arguments: { releaseId }, options: pageOptions }
export const one = { arguments: { releaseId, revision } }
export const compare = {
  arguments: { releaseId, revision },
  options: { from: text('--from <revision>', 'The other revision (default: the one that was submitted before)') },
}
export const restore = { arguments: { releaseId, revision }, options: { yes } }

/** The commands on submitted revisions of a release. */
export const revisionCommands = [
  defineCommand({
    name: 'releases revisions',
    summary: 'List the submitted revisions of a release, newest first',
    operations: ['listReleaseRevisions'],
    input: pages,
    load: async () => (await import('./show-revisions.ts')).listRevisions,
  }),
  defineCommand({
    name: 'releases revision',
    summary: 'Show one submitted revision with its metadata and tracks',
    examples: ['spindle releases revision rel_... 2 --json'],
    operations: ['getReleaseRevision'],
    input: one,
    load: async () => (await import('./show-revisions.ts')).showRevision,
  }),
  defineCommand({
    name: 'releases compare',
    summary: 'Show how a submitted revision differs from an earlier one',
    examples: ['spindle releases compare rel_... 4 --from 1'],
    operations: ['compareReleaseRevisions'],
    input: compare,
    load: async () => (await import('./show-revisions.ts')).compareRevisions,
  }),
  defineCommand({
    name: 'releases restore',
    summary: 'Restore an earlier revision as unsubmitted changes',
    description:
      'Outlets get nothing until you submit it. Codes and audio that outlets have stay. The command lists everything that was not restored.',
    operations: ['restoreReleaseRevision'],
    input: restore,
    load: async () => (await import('./show-revisions.ts')).restoreRevision,
  }),
]
