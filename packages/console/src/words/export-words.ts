import type { Export } from '@spindle/client'

/** The texts of the page of exports, loaded with it. Another language is another object of this type. */

const statuses: Readonly<Record<Export['status'], string>> = {
  waiting: 'Waiting',
  running: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
}

const en = {
  lead: 'All that this label has, in one archive that any Spindle hub takes in: releases with their history, deliveries, the messages stores were sent, numbers, and the masters as they were uploaded. Nothing secret is in it.',
  change: 'export everything',
  begin: 'Begin an export',
  emptyTitle: 'No exports',
  empty: 'Begin one to keep a copy, or to move to another hub. It can be downloaded for seven days.',
  statuses,
  begun: (when: string) => `Begun ${when}`,
  until: (instant: string) => `can be downloaded until ${instant}`,
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  missing: (count: number) =>
    `The hub does not have the bytes of ${count === 1 ? 'one file' : `${count} files`}. The manifest in the archive names them.`,
  failed: 'It could not be made. Delete it and begin another one.',
  progressOf: (when: string) => `The export begun ${when}`,
  percent: (percent: number) => `${percent} %`,
  download: 'Download',
  downloadOf: (when: string) => `Download the export begun ${when}`,
  delete: 'Delete',
  deleteOf: (when: string) => `Delete the export begun ${when}`,
  deleteTitle: 'Delete this export?',
  deleteText: 'The archive is gone, also for whoever downloads it now. Everything it was made of stays.',
  terminal: 'In a terminal, a download that was cut goes on where it stopped:',
}

/** Of the language of this build. */
export const exportWords = en
