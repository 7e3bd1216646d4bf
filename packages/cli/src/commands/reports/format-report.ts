import type { SetAsideLine, StoreReport, WaitingRecording } from '@spindle/client'
import { formatCount } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'

/** What was reported: `120 streams, 2 downloads, -7.40 EUR`. */
export function formatTotals({ streams, downloads, revenue = [] }: StoreReport['totals']): string {
  return [
    ...(streams === undefined ? [] : [formatCount(streams, 'stream')]),
    ...(downloads === undefined ? [] : [formatCount(downloads, 'download')]),
    ...revenue.map(({ amount, currency }) => `${amount} ${currency}`),
  ].join(', ')
}

/** Why lines wait. */
export const waitingReasons: Readonly<Record<WaitingRecording['reason'], string>> = {
  no_code: 'no ISRC or UPC',
  not_released: 'not released',
}

export const formatReport = (report: StoreReport): readonly string[] =>
  [
    `${report.id}  ${report.source} (${report.format}), ${report.from} to ${report.to}`,
    `  ${formatCount(report.lines, 'line')} of your releases: ${formatTotals(report.totals) || 'no numbers'}`,
    ...(report.waitingLines === 0
      ? []
      : [`  ${formatCount(report.waitingLines, 'line')} without a match among your releases`]),
    ...(report.skippedLines === 0 ? [] : [`  ${formatCount(report.skippedLines, 'line')} skipped by the mapping`]),
    ...(report.setAsideLines === 0 ? [] : [`  ${formatCount(report.setAsideLines, 'line')} not read and not counted`]),
    ...(report.status === 'applied' ? [] : [`  It is ${report.status} and is no longer counted.`]),
  ].map(sanitizeText)

/** `line 12, Country, "Narnia": "Narnia" is not a country.` */
export const formatSetAside = (lines: readonly SetAsideLine[]): readonly string[] =>
  lines.map(({ line, column, cell, reason }) => {
    const place = [`line ${line}`, ...(column === null ? [] : [column]), ...(cell === null ? [] : [`"${cell}"`])]
    return sanitizeText(`  not read: ${place.join(', ')}: ${reason}`)
  })
