import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../command-line/show-list.ts'
import { formatReport, formatTotals, waitingReasons } from './format-report.ts'
import type { setAside, show, undo } from './report-commands.ts'

export const showReport: CommandHandler<typeof show> = async (context, { reportId, all, ...query }) => {
  const { reports } = await context.client()
  const report = await reports.get(reportId, { signal: context.signal })
  if (context.out.isJson && !all) {
    const waiting = await reports.listWaiting(reportId, query, { signal: context.signal }).page()
    context.out.result({ ...report, waiting }, () => [])
    return undefined
  }
  for (const line of formatReport(report)) context.out.say(line)
  await showList(context, reports.listWaiting(reportId, query, { signal: context.signal }), {
    all,
    empty: 'No lines are waiting.',
    columns: [
      ['isrc', ({ isrc }) => isrc ?? ''],
      ['upc', ({ gtin14 }) => gtin14 ?? ''],
      ['title', ({ title }) => title, 'text'],
      ['artist', ({ artist }) => artist, 'text'],
      ['why', ({ reason }) => waitingReasons[reason]],
      ['lines', ({ lines }) => String(lines)],
      ['numbers', ({ totals }) => formatTotals(totals)],
    ],
  })
  return undefined
}

export const listSetAside: CommandHandler<typeof setAside> = async (context, { reportId, all, ...query }) => {
  const { reports } = await context.client()
  await showList(context, reports.listSetAside(reportId, query, { signal: context.signal }), {
    all,
    empty: 'All lines of this report were read.',
    columns: [
      ['line', ({ line }) => String(line)],
      ['column', ({ column }) => column ?? '', 'text'],
      ['cell', ({ cell }) => cell ?? '', 'text'],
      ['reason', ({ reason }) => reason, 'text'],
      ['fix', ({ fix }) => fix, 'extra'],
    ],
  })
  return undefined
}

export const undoReport: CommandHandler<typeof undo> = async (context, { reportId, yes }) => {
  const options = { signal: context.signal }
  const { reports } = await context.client()
  await context.confirm(async () => `Undo: ${formatReport(await reports.get(reportId, options)).join(' ')}?`, yes)
  const report = await reports.undo(reportId, options)
  context.out.result(report, () => [`${report.id} is undone.`])
  return undefined
}
