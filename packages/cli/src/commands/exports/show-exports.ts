import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatBytes } from '../../output/format-units.ts'
import { showList } from '../../output/show-list.ts'
import type { list, remove } from './export-commands.ts'

export const listExports: CommandHandler<typeof list> = async (context, { all, ...query }) => {
  const { exports } = await context.client()
  await showList(context, exports.list(query, { signal: context.signal }), {
    all,
    empty: 'There are no exports. Start one with: spindle export',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['size', ({ size }) => (size === null ? null : formatBytes(size))],
      ['created', ({ createdAt }) => createdAt, 'extra'],
      ['ends', ({ expiresAt }) => expiresAt],
    ],
  })
  return undefined
}

export const deleteExport: CommandHandler<typeof remove> = async (context, { exportId, yes }) => {
  const { client, out, signal } = context
  await context.confirm(`Delete ${exportId}? You can no longer download it.`, yes)
  await (await client()).exports.delete(exportId, { signal })
  out.result({ id: exportId, deleted: true }, () => [`Deleted ${exportId}.`])
  return undefined
}
