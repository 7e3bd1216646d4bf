import { byteRate, choice, flag, integer, pageOptions } from '@spindle/command-line'
import { uploadKinds, uploadStatuses } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

const uploadId = argument.id('upload', 'Id of the upload (upl_...)')

export const send = {
  arguments: { files: argument.many('Masters and covers') },
  options: {
    concurrency: integer('--concurrency <number>', 'Files at once', { min: 1, max: 16, defaultValue: 3 }),
    bwlimit: byteRate('--bwlimit <rate>', 'Send at most so many bytes a second, such as 500k or 2M'),
    wait: flag('--no-wait', 'Do not wait for the checks of the hub'),
  },
}
export const list = {
  options: {
    status: choice('--status <status>', 'Only uploads in this state', uploadStatuses),
    kind: choice('--kind <kind>', 'Only uploads of this kind', uploadKinds),
    ...pageOptions,
  },
}
export const get = { arguments: { uploadId } }
export const remove = { arguments: { uploadId }, options: { yes: flag('-y, --yes', 'Do not ask') } }

export const uploadCommands = [
  defineCommand({
    name: 'upload',
    summary: 'Upload masters and covers, several at once',
    description:
      'Uploads files and shows what the checks of the hub found in each. A file that fails does not stop the others. After Ctrl-C or a lost connection, the same command continues where it stopped.',
    examples: ['spindle upload masters/*.wav cover.jpg', 'spindle upload --json *.flac | jq -r .[].upload.id'],
    operations: [],
    input: send,
    load: async () => (await import('./upload-files.ts')).uploadFiles,
  }),
  defineCommand({
    name: 'uploads list',
    summary: 'List uploads, newest first',
    operations: ['listUploads'],
    input: list,
    load: async () => (await import('./list-uploads.ts')).listUploads,
  }),
  defineCommand({
    name: 'uploads get',
    summary: 'Show one upload with what its checks found',
    operations: ['getUpload'],
    input: get,
    load: async () => (await import('./get-upload.ts')).getUpload,
  }),
  defineCommand({
    name: 'uploads delete',
    summary: 'Remove an upload and its bytes',
    operations: ['terminateUpload'],
    input: remove,
    load: async () => (await import('./get-upload.ts')).deleteUpload,
  }),
]
