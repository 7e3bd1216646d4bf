import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatBytes } from '../../output/format-units.ts'
import { listing } from '../operation-handlers.ts'
import type { list } from './upload-commands.ts'

export const listUploads: CommandHandler<typeof list> = listing(
  ({ uploads }, query, options) => uploads.list(query, options),
  {
    empty: 'No uploads match. Upload a file with: spindle upload <files...>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['kind', ({ kind }) => kind, 'extra'],
      ['file', ({ filename }) => filename, 'text'],
      ['size', ({ size }) => (size === null ? null : formatBytes(size))],
      ['findings', ({ findings }) => findings.length, 'extra'],
      ['until', ({ expiresAt }) => expiresAt],
    ],
  },
)
