import type { Bulk, BulkRelease } from '@spindle/client'
import { count } from '../english.ts'

/** The texts of the pages about bulk jobs, loaded with them. Another language is another object of this type. */

const en = {
  lead: 'One action for many releases. Start a job from a selection in the catalog, the command line or the API.',
  back: 'All bulk jobs',
  viewer: 'change bulk jobs',
  emptyTitle: 'No bulk jobs yet',
  empty: 'Select releases in the catalog to submit, check or take down many at once. Jobs stay here for 30 days.',
  columns: { job: 'Job', status: 'Status', progress: 'Progress', started: 'Started' },
  actions: {
    patch: 'Change metadata',
    validate: 'Check',
    submit: 'Submit',
    takedown: 'Take down',
    outlets: 'Change outlets',
    redeliver: 'Retry deliveries',
  } satisfies Readonly<Record<Bulk['action'], string>>,
  title: (action: string) => `Bulk job: ${action}`,
  dryRun: 'Dry run: nothing is changed',
  undoOf: 'Undoes another job',
  statuses: {
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    cancelled: 'Cancelled',
  } satisfies Readonly<Record<Bulk['status'], string>>,
  outcomes: {
    waiting: 'Waiting',
    done: 'Done',
    unchanged: 'Unchanged',
    refused: 'Refused',
  } satisfies Readonly<Record<BulkRelease['outcome'], string>>,
  passed: 'Passed',
  failed: 'Failed',
  progress: (done: number, all: number) => `${done} of ${count(all, 'release', 'releases')}`,
  progressLabel: 'Progress of the job',
  total: 'Releases',
  startedAt: 'Started',
  endedAt: 'Ended',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel job',
  cancelTitle: 'Cancel this job?',
  cancelText: 'The hub finishes the current release. Completed changes are kept.',
  undo: 'Undo',
  undoTitle: 'Undo this job?',
  undoText:
    'A new job writes the earlier values back. Releases that were changed since are left alone. Changes that were submitted must be submitted again.',
  releases: 'Releases of the job',
  show: 'Show',
  all: 'All',
  nothing: 'No release has this outcome.',
  problems: (problems: number) => count(problems, 'problem', 'problems'),
  gone: 'Release not found',
}

/** Of the language of this build. */
export const bulkWords = en
