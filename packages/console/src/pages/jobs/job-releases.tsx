import type { Bulk, BulkRelease } from '@spindle/client'
import { bulkOutcomes } from '@spindle/contract/vocabulary'
import { Link } from 'wouter'
import { useBulkReleases } from '../../data/queries/bulk-queries.ts'
import { OutcomeList, useOutcome } from '../../parts/lists/outcome-list.tsx'
import { pathOf } from '../../routes.ts'
import { describePlace } from '../../words/account/member-words.ts'
import { bulkWords as texts } from '../../words/releases/bulk-words.ts'
import { words } from '../../words/words.ts'
import { nameOutcome, OutcomeChip } from './job-chips.tsx'

export interface JobReleasesProps {
  readonly accountId: string
  readonly job: Bulk
}

/** What became of each release of a job. */
export function JobReleases({ accountId, job }: JobReleasesProps) {
  const [outcome, setOutcome] = useOutcome(bulkOutcomes)
  const releases = useBulkReleases(accountId, job, outcome)
  return (
    <OutcomeList
      texts={texts}
      outcomes={bulkOutcomes}
      nameOf={(one) => nameOutcome(job.action, one)}
      chosen={outcome}
      onChoose={setOutcome}
      list={releases}
    >
      {(release) => <JobRelease key={release.releaseId} accountId={accountId} action={job.action} release={release} />}
    </OutcomeList>
  )
}

/** More of them are folded away. */
const shownErrors = 3

interface JobReleaseProps {
  readonly accountId: string
  readonly action: Bulk['action']
  readonly release: BulkRelease
}

function JobRelease({ accountId, action, release }: JobReleaseProps) {
  const { releaseId, title, displayArtist, outcome, message, errors } = release
  return (
    <li>
      <span className="row">
        <span className="release-text grow">
          {title === null ? (
            <span className="soft">
              {texts.gone} <span className="mono">{releaseId}</span>
            </span>
          ) : (
            <>
              <Link className="release-title" href={pathOf('release', { accountId, releaseId })}>
                <bdi>{title}</bdi>
              </Link>
              <bdi className="small soft">{displayArtist ?? words.catalog.noArtist}</bdi>
            </>
          )}
        </span>
        <OutcomeChip action={action} outcome={outcome} />
      </span>
      {message !== null && <p className="small">{message}</p>}
      {errors.length > 0 && (
        <details open={errors.length <= shownErrors}>
          <summary className="small">
            <span>{texts.problems(errors.length)}</span>
          </summary>
          <ul className="small">
            {errors.map((error) => (
              <li key={`${error.pointer} ${error.code}`}>
                <span className="soft">{describePlace(error.pointer, [])}:</span> <bdi>{error.message}</bdi>{' '}
                <span className="soft">{error.fix}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
