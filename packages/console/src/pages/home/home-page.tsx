import type { ReleaseListItem } from '@spindle/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Overview, useOverview } from '../../data/queries.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Cover } from '../../parts/cover.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FailureNotice, Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { StatusChip } from '../../parts/status-chip.tsx'
import { pathOf } from '../../routes.ts'
import { formatAgo, words } from '../../words/words.ts'
import { StreamsCard } from './streams-card.tsx'

export interface HomePageProps {
  readonly accountId: string
  readonly name: string
}

/** What needs somebody, what is unfinished, and how it goes. */
export function HomePage({ accountId, name }: HomePageProps) {
  const overview = useOverview(accountId)
  return (
    <Page title={words.home.greeting(new Date().getHours(), name)}>
      {overview.error ? (
        <FailureNotice error={overview.error} onRetry={() => void overview.refetch()} />
      ) : overview.data ? (
        <OverviewCards accountId={accountId} overview={overview.data} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Page>
  )
}

function OverviewCards({ accountId, overview }: { readonly accountId: string; readonly overview: Overview }) {
  const { newest, needing, drafts } = overview
  const catalog = pathOf('catalog', { accountId })
  if (newest.length === 0)
    return (
      <EmptyState
        title={words.home.emptyTitle}
        text={words.home.empty}
        action={
          <ButtonLink to={pathOf('keys', { accountId })} look="primary">
            {words.home.emptyAction}
          </ButtonLink>
        }
      />
    )
  return (
    <div className="home-grid">
      <div className="stack">
        {needing.length === 0 ? (
          <Notice tone="good">
            <p>{words.home.allWell}</p>
          </Notice>
        ) : (
          <Card title={words.home.needsYou} count={needing.length}>
            <ReleaseRows accountId={accountId} releases={needing} note={(release) => reasonOf(release)} />
          </Card>
        )}
        <Card title={words.home.lately} more={<Link href={catalog}>{words.home.wholeCatalog}</Link>}>
          <ReleaseRows
            accountId={accountId}
            releases={newest}
            note={({ updatedAt }) => words.home.updated(formatAgo(updatedAt))}
          />
        </Card>
      </div>
      <div className="stack">
        <StreamsCard accountId={accountId} />
        {drafts.length > 0 && (
          <Card title={words.home.drafts} more={<Link href={`${catalog}?status=draft`}>{words.home.moreDrafts}</Link>}>
            <ReleaseRows
              accountId={accountId}
              isOfOneStatus
              releases={drafts}
              note={({ updatedAt }) => words.home.updated(formatAgo(updatedAt))}
            />
          </Card>
        )}
      </div>
    </div>
  )
}

const reasonOf = ({ status }: ReleaseListItem): string =>
  status === 'changes_requested' || status === 'rejected'
    ? words.home.reasons[status]
    : words.home.reasons.delivery_failed

interface CardProps {
  readonly title: string
  readonly count?: number
  readonly more?: ReactNode
  readonly children: ReactNode
}

const Card = ({ title, count, more, children }: CardProps) => (
  <section className="card stack tight">
    <div className="card-head">
      <h2>
        {title} {count !== undefined && <span className="soft regular">({count})</span>}
      </h2>
      {more}
    </div>
    {children}
  </section>
)

interface ReleaseRowsProps {
  readonly accountId: string
  readonly releases: readonly ReleaseListItem[]
  readonly note: (release: ReleaseListItem) => string
  /** The heading says it already. */
  readonly isOfOneStatus?: boolean
}

const ReleaseRows = ({ accountId, releases, note, isOfOneStatus = false }: ReleaseRowsProps) => (
  <ul className="rows">
    {releases.map((release) => (
      <li key={release.id} className="release-row">
        <Cover id={release.id} title={release.title} size="small" />
        <span className="release-text">
          <Link className="release-title" href={pathOf('release', { accountId, releaseId: release.id })}>
            <bdi>{release.title}</bdi>
          </Link>
          <span className="small soft">
            <bdi>{release.displayArtist ?? words.catalog.noArtist}</bdi> · {note(release)}
          </span>
        </span>
        {!isOfOneStatus && <StatusChip status={release.status} />}
      </li>
    ))}
  </ul>
)
