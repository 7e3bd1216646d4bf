import type { Bulk, Spindle } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../command-line/show-list.ts'
import { listing, showing } from '../operation-handlers.ts'
import type { list, one, releases } from './bulk-commands.ts'
import { followBulk, formatBulk, outcomeColumns } from './follow-bulk.ts'

export const listBulks: CommandHandler<typeof list> = listing(({ bulk }, query, options) => bulk.list(query, options), {
  empty: 'There are no bulk jobs. Start one with: spindle bulk validate --all --dry-run',
  columns: [
    ['id', ({ id }) => id, 'id'],
    ['action', ({ action }) => action],
    ['status', ({ status, dryRun }) => (dryRun ? `${status} (dry run)` : status)],
    ['releases', ({ counts }) => String(counts.total)],
    ['done', ({ counts }) => String(counts.done)],
    ['unchanged', ({ counts }) => String(counts.unchanged), 'extra'],
    ['refused', ({ counts }) => String(counts.refused)],
    ['created', ({ createdAt }) => createdAt, 'extra'],
  ],
})

export const listBulkReleases: CommandHandler<typeof releases> = async (context, { bulkId, all, ...query }) => {
  const { bulk } = await context.client()
  const rows = bulk.listOutcomes(bulkId, query, { signal: context.signal })
  await showList(context, rows, { all, empty: 'No releases match.', columns: outcomeColumns })
  return undefined
}

type Call = 'get' | 'pause' | 'resume' | 'cancel'
const show = (call: Call): CommandHandler<typeof one> =>
  showing(
    ({ bulk }: Spindle, { bulkId }: { readonly bulkId: string }, options): PromiseLike<Bulk> =>
      bulk[call](bulkId, options),
    (job) => [formatBulk(job)],
  )

export const getBulk = show('get')
export const pauseBulk = show('pause')
export const resumeBulk = show('resume')
export const cancelBulk = show('cancel')

export const watchBulk: CommandHandler<typeof one> = async (context, { bulkId }) => {
  const { bulk } = await context.client()
  return followBulk(context, await bulk.get(bulkId, { signal: context.signal }))
}
