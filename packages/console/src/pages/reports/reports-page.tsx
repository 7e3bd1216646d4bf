import './reports.css'
import type { StoreReport } from '@spindle/client'
import { Link } from 'wouter'
import { reportNumbersAddress } from '../../data/addresses.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { useReports } from '../../data/queries/report-queries.ts'
import { Button, ButtonLink } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import { formatAgo, formatInstant } from '../../words/words.ts'
import { describeNumbers, describePeriod } from './describe-report.ts'
import { OngoingImport } from './ongoing-import.tsx'
import { ReportNumbers } from './report-numbers.tsx'

/** The reports of stores that count for an account, imported by anyone. */
export function ReportsPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const reports = useReports(accountId)
  const items = reports.data?.pages.flatMap(({ data }) => data) ?? []
  const mayImport = role !== 'viewer'
  const importLink = (
    <ButtonLink look="primary" to={pathOf('newReport', { accountId })}>
      {reportWords.make}
    </ButtonLink>
  )
  return (
    <Page
      title={reportWords.title}
      actions={
        items.length > 0 && (
          <span className="row">
            <a className="button plain" href={reportNumbersAddress(accountId)} download>
              {reportWords.csv}
            </a>
            {mayImport && importLink}
          </span>
        )
      }
    >
      <p className="soft">{reportWords.lead}</p>
      {mayImport && <OngoingImport accountId={accountId} />}
      {!mayImport && <RoleNotice membership={membership} what={reportWords.change} />}
      {reports.error && <FailureNotice error={reports.error} onRetry={() => void reports.refetch()} />}
      {reports.isPending && <Skeleton rows={5} />}
      {reports.data && items.length === 0 && (
        <EmptyState
          title={reportWords.emptyTitle}
          text={reportWords.empty}
          {...(mayImport && { action: importLink })}
        />
      )}
      {items.length > 0 && <ReportNumbers accountId={accountId} />}
      {items.length > 0 && <ReportTable accountId={accountId} items={items} />}
      {reports.hasNextPage && (
        <p className="more">
          <Button isBusy={reports.isFetchingNextPage} onClick={() => void reports.fetchNextPage()}>
            {reportWords.more}
          </Button>
        </p>
      )}
    </Page>
  )
}

interface ReportTableProps {
  readonly accountId: string
  readonly items: readonly StoreReport[]
}

function ReportTable({ accountId, items }: ReportTableProps) {
  const { columns } = reportWords
  return (
    <table className="table" aria-label={reportWords.title}>
      <thead>
        <tr>
          <th scope="col">{columns.report}</th>
          <th scope="col">{columns.numbers}</th>
          <th scope="col">{columns.lines}</th>
          <th scope="col">{columns.imported}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((report) => (
          <tr key={report.id}>
            <th scope="row">
              <span className="release-text">
                <Link
                  className="release-title"
                  href={pathOf('report', { accountId, reportId: report.id })}
                  aria-label={`${report.source}, ${describePeriod(report)}`}
                >
                  <bdi>{report.source}</bdi>
                </Link>
                <span className="small soft">{describePeriod(report)}</span>
                {report.filename !== null && <bdi className="small soft report-file">{report.filename}</bdi>}
              </span>
            </th>
            <td data-label={columns.numbers} className="figures">
              {describeNumbers(report.totals)}
            </td>
            <td data-label={columns.lines}>
              <span className="figures">{reportWords.matched(report.lines)}</span>
              {report.waitingLines > 0 && <WaitingChip lines={report.waitingLines} />}
              {report.setAsideLines > 0 && <SetAsideChip lines={report.setAsideLines} />}
            </td>
            <td data-label={columns.imported}>
              <time dateTime={report.importedAt} title={formatInstant(report.importedAt)}>
                {formatAgo(report.importedAt)}
              </time>
              {report.actor.type === 'operator' && (
                <span className="small soft report-by">{reportWords.byOperator}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SetAsideChip = ({ lines }: { readonly lines: number }) => (
  <span className="report-by">
    <span className="chip warn">
      <span aria-hidden="true">▲</span> {reportWords.setAside(lines)}
    </span>
  </span>
)

const WaitingChip = ({ lines }: { readonly lines: number }) => (
  <span className="report-by">
    <span className="chip info">
      <span aria-hidden="true">◔</span> {reportWords.waiting(lines)}
    </span>
  </span>
)
