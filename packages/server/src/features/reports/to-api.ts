import type {
  MetricValues,
  ReportPreview,
  ReportWaitingReason,
  SetAsideLine,
  StoreReport,
  WaitingRecording,
} from '@spindle/contract'
import type { MatchedLine, OwnReportRow, WaitingRow } from './own-reports-queries.ts'
import type { ReportProblem } from './reading/report-problem.ts'
import type { SetAsideRow } from './set-aside-queries.ts'

export const toReport = ({ streams, downloads, revenue, importedAt, ...row }: OwnReportRow): StoreReport => ({
  ...row,
  totals: reportedTotals({ streams, downloads, revenue }),
  importedAt: importedAt.toISOString(),
})

export const toWaiting = ({ isrc, gtin14, title, artist, lines, ...sums }: WaitingRow): WaitingRecording => ({
  isrc: isrc || null,
  gtin14: gtin14 || null,
  title,
  artist,
  reason: reasonOf({ isrc, gtin14 }),
  lines,
  totals: reportedTotals(sums),
})

export const toPreviewRow = ({ currency, revenue, ...line }: MatchedLine): ReportPreview['rows'][number] => ({
  ...line,
  isrc: line.isrc || null,
  gtin14: line.gtin14 || null,
  territory: line.territory || null,
  model: line.model || null,
  revenue: revenue === null || currency === null ? null : { amount: revenue, currency },
  verdict: line.releaseId === null ? 'waiting' : 'matched',
  reason: line.releaseId === null ? reasonOf(line) : null,
})

export const toSetAside = ({ problem, ...row }: SetAsideRow): SetAsideLine => ({ ...row, reason: problem })

/** Of a line that was set aside in a preview, and is stored nowhere. */
export const toPreviewSetAside = ({ line = 1, column, cell, problem, fix }: ReportProblem): SetAsideLine => ({
  line,
  column: column?.slice(0, 200) ?? null,
  cell: cell?.slice(0, 200) ?? null,
  reason: problem.slice(0, 500),
  fix: fix.slice(0, 500),
})

const reasonOf = ({ isrc, gtin14 }: Pick<WaitingRow, 'isrc' | 'gtin14'>): ReportWaitingReason =>
  isrc === '' && gtin14 === '' ? 'no_code' : 'not_released'

/** Only what reports contain: a missing number stays missing instead of becoming zero. */
const reportedTotals = ({
  streams,
  downloads,
  revenue,
}: Pick<OwnReportRow, 'streams' | 'downloads' | 'revenue'>): MetricValues => ({
  ...(streams === null ? {} : { streams }),
  ...(downloads === null ? {} : { downloads }),
  ...(revenue === null ? {} : { revenue: [...revenue] }),
})
