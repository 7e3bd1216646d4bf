import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatBytes } from '../../output/format-units.ts'
import { ending, listing } from '../operation-handlers.ts'
import type { list, remove } from './export-commands.ts'

export const listExports: CommandHandler<typeof list> = listing(
  ({ exports }, query, options) => exports.list(query, options),
  {
    empty: 'There are no exports. Start one with: spindle export',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['size', ({ size }) => (size === null ? null : formatBytes(size))],
      ['created', ({ createdAt }) => createdAt, 'extra'],
      ['ends', ({ expiresAt }) => expiresAt],
    ],
  },
)

export const deleteExport: CommandHandler<typeof remove> = ending({
  question: (_client, { exportId }) => `Delete ${exportId}? You can no longer download it.`,
  end: ({ exports }, { exportId }, options) => exports.delete(exportId, options),
  done: ({ exportId }) => [{ id: exportId, deleted: true }, `Deleted ${exportId}.`],
})
