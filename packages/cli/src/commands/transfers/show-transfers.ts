import type { TransferProgress, TransferRelease } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../command-line/show-list.ts'
import { formatTable, type TableColumns } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { ending, listing } from '../operation-handlers.ts'
import type { list, one, releases, remove } from './transfer-commands.ts'

export const listTransfers: CommandHandler<typeof list> = listing(
  ({ transfers }, query, options) => transfers.list(query, options),
  {
    empty: 'There are no transfers. Plan one with: spindle transfers create <table>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['name', ({ name }) => name, 'text'],
      ['distributor', ({ distributor }) => distributor, 'text'],
      ['deadline', ({ deadline }) => deadline],
      ['days left', ({ daysLeft }) => daysLeft],
      ['releases', ({ releases: count }) => count],
      ['status', ({ status }) => status, 'extra'],
    ],
  },
)

export const getTransfer: CommandHandler<typeof one> = async ({ client, out, signal }, { transferId }) => {
  showTransfer(out, await (await client()).transfers.get(transferId, { signal }))
  return undefined
}

const progressColumns: TableColumns<TransferProgress['progress'][number]> = [
  ['store', ({ outlet }) => outlet.name, 'text'],
  ['not sent', ({ notSent }) => notSent],
  ['sent', ({ sent }) => sent],
  ['live', ({ live }) => live],
  ['old one down', ({ oldDown }) => oldDown],
]

/** The stores as rows, and one line about the whole. */
export function showTransfer(out: Output, transfer: TransferProgress): void {
  const { errors, warnings, equal } = transfer.comparison
  out.result(transfer, () => [
    `${transfer.id}  ${sanitizeText(transfer.name)}, from ${sanitizeText(transfer.distributor)}`,
    ...formatTable(progressColumns, transfer.progress, { header: out.isTerminal, columns: out.columns }),
  ])
  out.say(
    [
      `${formatCount(transfer.releases, 'release')} of the table: ${equal} equal`,
      `${warnings} with warnings, ${errors} with errors`,
      describeDeadline(transfer),
    ].join('; '),
  )
}

const describeDeadline = ({ deadline, daysLeft }: TransferProgress): string =>
  daysLeft < 0 ? `the deadline was ${deadline}` : `${formatCount(daysLeft, 'day')} left until ${deadline}`

const storesOf = ({ stores }: TransferRelease): string =>
  stores.map(({ outlet, state }) => `${outlet.id} ${state}`).join(', ')

const releaseColumns: TableColumns<TransferRelease> = [
  ['upc', ({ upc }) => upc],
  ['title', ({ title }) => title ?? '', 'text'],
  ['release', ({ releaseId }) => releaseId, 'id'],
  ['errors', ({ errors }) => errors],
  ['warnings', ({ warnings }) => warnings],
  ['stores', storesOf, 'text'],
]

export const listReleases: CommandHandler<typeof releases> = async (context, { transferId, all, ...query }) => {
  const { transfers } = await context.client()
  const rows = transfers.releases(transferId, query, { signal: context.signal })
  await showList(context, rows, { all, empty: 'No release of the transfer matches.', columns: releaseColumns })
  return undefined
}

export const deleteTransfer: CommandHandler<typeof remove> = ending({
  question: async ({ transfers }, { transferId }, options) =>
    `Delete the transfer "${(await transfers.get(transferId, options)).name}" with its marks?`,
  end: ({ transfers }, { transferId }, options) => transfers.delete(transferId, options),
  done: ({ transferId }) => [{ id: transferId, status: 'deleted' }, `${transferId} was deleted. Releases stay.`],
})
