import type { Bulk } from '@spindle/client'
import { Link } from 'wouter'
import { useBulkJobs } from '../../data/queries/bulk-queries.ts'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { pathOf } from '../../routes.ts'
import { bulkWords as texts } from '../../words/releases/bulk-words.ts'
import { formatAgo, formatInstant, words } from '../../words/words.ts'
import { JobChip } from './job-chips.tsx'

/** The bulk jobs of the last 30 days, newest first. */
export function JobsPage({ accountId }: { readonly accountId: string }) {
  const jobs = useBulkJobs(accountId)
  const catalog = pathOf('catalog', { accountId })
  return (
    <Page title={words.bulkJobs}>
      <p className="small">
        <Link href={catalog}>{words.catalog.title}</Link>
      </p>
      <p className="soft">{texts.lead}</p>
      <PagedList
        list={jobs}
        empty={
          <EmptyState
            title={texts.emptyTitle}
            text={texts.empty}
            action={<ButtonLink to={catalog}>{words.catalog.title}</ButtonLink>}
          />
        }
      >
        {(items) => <JobTable accountId={accountId} items={items} />}
      </PagedList>
    </Page>
  )
}

interface JobTableProps {
  readonly accountId: string
  readonly items: readonly Bulk[]
}

const JobTable = ({ accountId, items }: JobTableProps) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{texts.columns.job}</th>
        <th scope="col">{texts.columns.status}</th>
        <th scope="col">{texts.columns.progress}</th>
        <th scope="col">{texts.columns.started}</th>
      </tr>
    </thead>
    <tbody>
      {items.map(({ id, action, dryRun, undoOf, status, counts, createdAt }) => (
        <tr key={id}>
          <th scope="row">
            <span className="release-text">
              <Link className="release-title" href={pathOf('job', { accountId, bulkId: id })}>
                {texts.actions[action]}
              </Link>
              {dryRun && <span className="small soft regular">{texts.dryRun}</span>}
              {undoOf !== null && <span className="small soft regular">{texts.undoOf}</span>}
            </span>
          </th>
          <td data-label={texts.columns.status}>
            <JobChip status={status} />
          </td>
          <td data-label={texts.columns.progress} className="figures">
            {texts.progress(counts.total - counts.waiting, counts.total)}
          </td>
          <td data-label={texts.columns.started}>
            <time dateTime={createdAt} title={formatInstant(createdAt)}>
              {formatAgo(createdAt)}
            </time>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
