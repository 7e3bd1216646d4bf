import type { CommandHandler } from '../../command-line/define-command.ts'
import { listing } from '../operation-handlers.ts'
import type { list } from './report-commands.ts'

export const listReports: CommandHandler<typeof list> = listing(
  ({ reports }, query, options) => reports.list(query, options),
  {
    empty: 'There are no store reports for your releases yet. Import one with: spindle reports import <file>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['source', ({ source }) => source],
      ['from', ({ from }) => from],
      ['to', ({ to }) => to],
      ['streams', ({ totals }) => totals.streams?.toString()],
      ['downloads', ({ totals }) => totals.downloads?.toString()],
      ['revenue', ({ totals }) => totals.revenue?.map(({ amount, currency }) => `${amount} ${currency}`).join(', ')],
      ['by', ({ actor }) => actor.type, 'extra'],
      ['imported', ({ importedAt }) => importedAt, 'extra'],
    ],
  },
)
