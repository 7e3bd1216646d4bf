import type { AttentionItem, StreamsSummary, Summary } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { formatCount, formatNumber } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { showing } from '../operation-handlers.ts'
import type { summary } from './catalog-commands.ts'

export const showSummary: CommandHandler<typeof summary> = showing(
  ({ catalog }, _given, options) => catalog.getSummary(options),
  formatSummary,
)

function formatSummary({ releases, attention, drafts, streams }: Summary, out: Output): readonly string[] {
  const counts = Object.entries(releases.byStatus).filter(([, count]) => count > 0)
  const states = counts.map(([status, count]) => `${formatNumber(count)} ${status}`).join(', ')
  return [
    out.paint('bold', `${formatCount(releases.total, 'release')}${states === '' ? '' : `: ${states}`}`),
    ...(streams === null ? [] : [streamsLine(streams)]),
    attention.total === 0
      ? 'Nothing needs your attention.'
      : `${formatCount(attention.total, 'release needs', 'releases need')} your attention:`,
    ...attentionTable(attention.data, out),
    ...(drafts.total === 0 ? [] : [`Ready to submit: ${formatCount(drafts.total, 'draft')}`]),
  ]
}

const attentionTable = (items: readonly AttentionItem[], { columns }: Output): readonly string[] =>
  formatTable(
    [
      ['', ({ id }) => `  ${id}`],
      ['', ({ reason }) => reason],
      ['', ({ title }) => title, 'text'],
      [
        '',
        ({ message, outlets, outletNames }) => sanitizeText([...(outletNames ?? outlets), message ?? ''].join(' ')),
        'text',
      ],
    ],
    items,
    { header: false, columns },
  )

function streamsLine({ from, to, streams, changePercent, sandbox }: StreamsSummary): string {
  const change =
    changePercent === null ? '' : `, ${changePercent > 0 ? '+' : ''}${changePercent} % vs. the previous 28 days`
  const origin = sandbox ? ', including generated demo data' : ''
  return `${formatCount(streams, 'stream')} from ${from} to ${to} (UTC)${change}${origin}`
}
