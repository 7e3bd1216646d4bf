import type { StoreReport } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { reportKey, reportListKey, useReport } from '../../data/queries/report-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { pathOf } from '../../routes.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import { formatInstant, formatNumber } from '../../words/words.ts'
import { describeFormat, describeNumbers, describePeriod, formatMoney } from './describe-report.ts'
import { SetAsideLines } from './set-aside-lines.tsx'
import { WaitingRecordings } from './waiting-recordings.tsx'

export interface ReportPageProps {
  readonly membership: Membership
  readonly reportId: string
}

/** One report: its numbers, its waiting lines, and undoing it. */
export function ReportPage({ membership: { accountId, role }, reportId }: ReportPageProps) {
  const report = useReport(accountId, reportId)
  const isKnown = useHistoryState<{ readonly isKnown?: boolean } | null>()?.isKnown === true
  const back = (
    <p className="small">
      <Link href={pathOf('reports', { accountId })}>{reportWords.back}</Link>
    </p>
  )
  if (report.data === undefined)
    return (
      <Page title={reportWords.title}>
        {back}
        {report.error ? (
          <FailureNotice error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Page>
    )
  const { source, status, actor } = report.data
  const isOwn = actor.type === 'account'
  const counts = status === 'applied'
  return (
    <Page
      title={`${source} · ${describePeriod(report.data)}`}
      actions={counts && isOwn && role !== 'viewer' && <UndoButton accountId={accountId} report={report.data} />}
    >
      {back}
      {isKnown && (
        <Notice tone="info" isAlert>
          <p>{reportWords.known}</p>
        </Notice>
      )}
      <StateNotice accountId={accountId} report={report.data} />
      {counts && <Figures totals={report.data.totals} />}
      <FactList className="facts" facts={factsOf(report.data)} />
      {counts && isOwn && <SetAsideLines accountId={accountId} report={report.data} />}
      {counts && isOwn && <WaitingRecordings accountId={accountId} report={report.data} />}
    </Page>
  )
}

/** Why it has no numbers, or who can undo it. */
function StateNotice({ accountId, report }: { readonly accountId: string; readonly report: StoreReport }) {
  const { status, replacedBy, actor } = report
  if (status === 'undone')
    return (
      <Notice tone="info">
        <p>{reportWords.undone}</p>
      </Notice>
    )
  if (status === 'replaced')
    return (
      <Notice tone="info">
        <p>{reportWords.replaced}</p>
        {replacedBy !== null && (
          <p>
            <Link href={pathOf('report', { accountId, reportId: replacedBy })}>{reportWords.replacedBy}</Link>
          </p>
        )}
      </Notice>
    )
  return actor.type === 'operator' ? <p className="small soft">{reportWords.operatorOnly}</p> : null
}

/** A number for each thing that stores count; one for each currency, because they are never added up. */
function Figures({ totals: { streams, downloads, revenue } }: Pick<StoreReport, 'totals'>) {
  const { figures } = reportWords
  const said = (value: number | undefined): string => (value === undefined ? figures.none : formatNumber(value))
  const amounts = revenue === undefined || revenue.length === 0 ? [figures.none] : revenue.map(formatMoney)
  const all = [
    [figures.streams, [said(streams)]],
    [figures.downloads, [said(downloads)]],
    [figures.revenue, amounts],
  ] as const
  return (
    <section className="card totals" aria-label={reportWords.columns.numbers}>
      {all.map(([name, values]) => (
        <p key={name} className="figure">
          <span className="small soft">{name}</span>
          {values.map((value) => (
            <span key={value} className={value === figures.none ? 'soft' : 'big figures'}>
              {value}
            </span>
          ))}
        </p>
      ))}
    </section>
  )
}

function factsOf(report: StoreReport): readonly (readonly [string, string])[] {
  const { facts } = reportWords
  const { format, lines, waitingLines, setAsideLines, skippedLines, importedAt, actor, status, filename, messageId } =
    report
  return [
    [facts.period, describePeriod(report)],
    [facts.format, describeFormat(format)],
    ...(status === 'applied' ? ([[facts.matched, formatNumber(lines)]] as const) : []),
    ...(status === 'applied' && actor.type === 'account'
      ? ([[facts.waiting, formatNumber(waitingLines)]] as const)
      : []),
    ...(status === 'applied' && setAsideLines > 0 ? ([[facts.setAside, formatNumber(setAsideLines)]] as const) : []),
    ...(status === 'applied' && skippedLines > 0 ? ([[facts.skipped, formatNumber(skippedLines)]] as const) : []),
    [facts.imported, formatInstant(importedAt)],
    ...(filename === null ? [] : ([[facts.file, filename]] as const)),
    ...(messageId === null ? [] : ([[facts.message, messageId]] as const)),
  ]
}

function UndoButton({ accountId, report }: { readonly accountId: string; readonly report: StoreReport }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const undo = async (): Promise<void> => {
    client.setQueryData(reportKey(accountId, report.id), await hubOf(accountId).reports.undo(report.id))
    // Not only out of date: the list must not show, even shortly, that the report still counts.
    client.removeQueries({ queryKey: reportListKey(accountId) })
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {reportWords.undo}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={reportWords.undoTitle}
          text={reportWords.undoText(describeNumbers(report.totals), describePeriod(report), report.waitingLines)}
          action={reportWords.undo}
          onConfirm={undo}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
