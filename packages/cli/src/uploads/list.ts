import type { Run } from '../command.ts'
import { showList } from '../paging.ts'
import { formatBytes } from '../units.ts'
import type { list } from './commands.ts'

export const listUploads: Run<typeof list> = async (context, { all, ...query }) => {
  const client = await context.client()
  await showList(context, client.uploads.list(query, { signal: context.signal }), {
    all,
    empty: 'There are no such uploads. Make one with: spindle upload <files...>',
    columns: [
      ['id', ({ id }) => id],
      ['status', ({ status }) => status],
      ['kind', ({ kind }) => kind],
      ['file', ({ filename }) => filename],
      ['size', ({ size }) => (size === null ? null : formatBytes(size))],
      ['findings', ({ findings }) => findings.length],
      ['until', ({ expiresAt }) => expiresAt],
    ],
  })
  return undefined
}
