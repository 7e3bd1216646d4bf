import type { Bulk } from '@spindle/client'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useBulkJob } from '../../data/queries/bulk-queries.ts'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { OutcomeLink } from '../../parts/lists/outcome-list.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { bulkWords as texts } from '../../words/releases/bulk-words.ts'
import { formatInstant, words } from '../../words/words.ts'
import { JobActions } from './job-actions.tsx'
import { JobChip, nameOutcome } from './job-chips.tsx'
import { JobReleases } from './job-releases.tsx'

export interface JobPageProps {
  readonly membership: Membership
  readonly bulkId: string
}

/** One bulk job: its progress, what can be done with it, and what became of each release. */
export function JobPage({ membership, bulkId }: JobPageProps) {
  const { accountId, role } = membership
  const job = useBulkJob(accountId, bulkId)
  return (
    <Page
      title={job.data ? texts.title(texts.actions[job.data.action]) : words.bulkJobs}
      actions={role !== 'viewer' && job.data && <JobActions accountId={accountId} job={job.data} />}
    >
      <p className="small">
        <Link href={pathOf('jobs', { accountId })}>{texts.back}</Link>
      </p>
      {job.error && <FailureNotice error={job.error} onRetry={() => void job.refetch()} />}
      {job.isPending && <Skeleton rows={6} />}
      {role === 'viewer' && <RoleNotice membership={membership} what={texts.viewer} />}
      {job.data && (
        <>
          <State accountId={accountId} job={job.data} />
          <JobReleases accountId={accountId} job={job.data} />
        </>
      )}
    </Page>
  )
}

function State({ accountId, job }: { readonly accountId: string; readonly job: Bulk }) {
  const { id, status, action, dryRun, undoOf, counts, createdAt, endedAt } = job
  const page = pathOf('job', { accountId, bulkId: id })
  const done = counts.total - counts.waiting
  return (
    <>
      <p className="row">
        <JobChip status={status} />
        {dryRun && <span className="small soft">{texts.dryRun}</span>}
        {undoOf !== null && <Link href={pathOf('job', { accountId, bulkId: undoOf })}>{texts.undoOf}</Link>}
      </p>
      {endedAt === null && (
        <div className="stack tight">
          <progress aria-label={texts.progressLabel} value={done} max={Math.max(1, counts.total)} />
          <p className="small soft figures">{texts.progress(done, counts.total)}</p>
        </div>
      )}
      <FactList
        className="facts"
        facts={[
          [texts.total, <OutcomeLink key="total" page={page} releases={counts.total} name={texts.total} />],
          ...(['done', 'unchanged', 'refused'] as const).map((outcome) => {
            const name = nameOutcome(action, outcome)
            const link = <OutcomeLink key={name} page={page} outcome={outcome} releases={counts[outcome]} name={name} />
            return [name, link] as const
          }),
          [texts.startedAt, formatInstant(createdAt)],
          ...(endedAt === null ? [] : [[texts.endedAt, formatInstant(endedAt)] as const]),
        ]}
      />
    </>
  )
}
