import { pageOptions, text } from '@spindle/command-line'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const list = {
  options: {
    query: text('--query <words>', 'Part of the title of the first delivery'),
    isrc: text('--isrc <isrc>', 'ISRC, with or without hyphens'),
    releaseId: text('--release <release-id>', 'Only recordings on this release'),
    ...pageOptions,
  },
}
export const get = { arguments: { isrc: argument.one('ISRC, with or without hyphens') } }

export const recordingCommands = [
  defineCommand({
    name: 'recordings list',
    summary: 'List the recordings of the account with their ISRCs',
    description:
      'A recording is audio that was delivered at least once. It keeps its ISRC on every later release of the account.',
    examples: ['spindle recordings list --query "night drive"'],
    operations: ['listRecordings'],
    input: list,
    load: async () => (await import('./list-recordings.ts')).listRecordings,
  }),
  defineCommand({
    name: 'recordings get',
    summary: 'Show one recording, its credits and the releases it is on',
    examples: ['spindle recordings get ZZ-ABC-27-00101'],
    operations: ['getRecording'],
    input: get,
    load: async () => (await import('./get-recording.ts')).getRecording,
  }),
]
