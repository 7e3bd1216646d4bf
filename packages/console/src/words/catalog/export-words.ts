import type { Export } from '@spindle/client'
import { count } from '../english.ts'

/** The texts of the page of exports, loaded with it. Another language is another object of this type. */

const statuses: Readonly<Record<Export['status'], string>> = {
  waiting: 'Waiting',
  running: 'In progress',
  ready: 'Ready',
  failed: 'Failed',
}

const en = {
  lead: 'Download everything in this label as one archive that any Spindle hub can import. It contains releases with their history, deliveries, messages to stores, analytics and the original audio files. It contains no secrets.',
  change: 'export everything',
  begin: 'Start export',
  emptyTitle: 'No exports yet',
  empty: 'Start an export to keep a copy or to move to another hub. You can download it for seven days.',
  statuses,
  begun: (when: string) => `Started ${when}`,
  until: (instant: string) => `available until ${instant}`,
  files: (files: number) => count(files, 'file', 'files'),
  missing: (files: number) =>
    `The data of ${count(files, 'file', 'files')} is missing on this hub. The manifest in the archive lists missing files.`,
  failed: 'The export failed. Delete it and start a new one.',
  progressOf: (when: string) => `Export started ${when}`,
  percent: (percent: number) => `${percent} %`,
  download: 'Download',
  downloadOf: (when: string) => `Download the export started ${when}`,
  delete: 'Delete',
  deleteOf: (when: string) => `Delete the export started ${when}`,
  deleteTitle: 'Delete this export?',
  deleteText: 'The archive is deleted and downloads in progress stop. Your releases and files are not affected.',
  terminal: 'To resume an interrupted download, use the command line:',
}

/** Of the language of this build. */
export const exportWords = en
