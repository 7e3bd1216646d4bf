/** Digital Sales Reports of an invented store. */

export const row = (...cells: readonly string[]): string => cells.join('\t')

interface SummaryOptions {
  readonly id: string
  readonly use?: string
  readonly territory?: string
  readonly currency?: string
}

/** A summary of a financial report, SY10. */
export function dsrSummary({ id, use = 'OnDemandStream', territory = 'DE', currency = 'EUR' }: SummaryOptions): string {
  const cells = Array.from({ length: 46 }, () => '')
  const set = (place: number, text: string): void => {
    cells[place] = text
  }
  set(0, 'SY10')
  set(1, id)
  set(4, 'SubscriptionModel')
  set(5, use)
  set(6, '2026-03-01')
  set(7, '2026-03-31')
  set(12, territory)
  set(21, currency)
  return row(...cells)
}

interface SalesOptions {
  readonly summary: string
  readonly isrc?: string
  readonly icpn?: string
  readonly usages?: string
  readonly revenue?: string
}

/** A sale of a financial report, SR08. */
export function dsrSales({ summary, isrc = '', icpn = '', usages = '1', revenue = '0.01' }: SalesOptions): string {
  const cells = Array.from({ length: 48 }, () => '')
  const set = (place: number, text: string): void => {
    cells[place] = text
  }
  set(0, 'SR08')
  set(1, 'T1')
  set(3, icpn)
  set(9, 'EP')
  set(13, isrc)
  set(20, 'Night')
  set(22, 'Ada')
  set(24, summary)
  set(25, '2026-03-31')
  set(28, usages)
  set(46, revenue)
  return row(...cells)
}

interface ReportOptions {
  readonly part?: number
  readonly parts?: number
  readonly message?: string
  /** The footer; correct by default. */
  readonly lines?: number
  readonly summaries?: number
}

export function financialReport(
  records: readonly string[],
  { part = 1, parts = 1, message = 'MSG1', lines, summaries }: ReportOptions = {},
): string {
  const found = records.filter((record) => record.startsWith('SY')).length
  return [
    row(
      'HEAD',
      'dsrf/30',
      'FinancialReportingToRecordCompaniesProfileSRB',
      '1.0',
      message,
      '2026-04-05T00:00:00Z',
      String(part),
      String(parts),
      '2026-03',
      '2026-03',
      'PADPIDA2014120302V',
      'Example Store',
    ),
    ...records,
    row('SRFO', String(lines ?? records.length + 2), String(summaries ?? found)),
  ].join('\n')
}
