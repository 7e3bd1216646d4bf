import type { AttentionItem, CatalogItem, Summary } from '@spindle/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useLately } from '../../data/api/team-api.ts'
import {
  answeredStatuses,
  attentionCount,
  type Count,
  catalogAddress,
  faultyDraftCount,
  statusCount,
  unsentCount,
} from '../../data/counts.ts'
import { useSummary } from '../../data/queries/queries.ts'
import { ActivityRow } from '../../parts/activity-row.tsx'
import { StreamsCard } from '../../parts/charts/streams-card.tsx'
import { Cover, pictureOf } from '../../parts/cover.tsx'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { pathOf } from '../../routes.ts'
import { formatNumber, words } from '../../words/words.ts'

export interface HomePageProps {
  readonly membership: Membership
  readonly name: string
}

/** What needs a person, what is unfinished, and the numbers. */
export function HomePage({ membership: { accountId, role }, name }: HomePageProps) {
  const mayDeliver = role !== 'viewer'
  const summary = useSummary(accountId)
  const hasReleases = (summary.data?.releases.total ?? 0) > 0
  return (
    <Page
      title={words.home.greeting(new Date().getHours(), name)}
      actions={
        mayDeliver &&
        hasReleases && (
          <ButtonLink to={pathOf('deliver', { accountId })} look="primary">
            {words.home.deliver}
          </ButtonLink>
        )
      }
    >
      {summary.error ? (
        <FailureNotice error={summary.error} onRetry={() => void summary.refetch()} />
      ) : summary.data === undefined ? (
        <Skeleton rows={6} />
      ) : hasReleases ? (
        <Cards accountId={accountId} summary={summary.data} />
      ) : (
        <EmptyState
          title={words.home.emptyTitle}
          text={words.home.empty}
          action={
            mayDeliver && (
              <ButtonLink to={pathOf('deliver', { accountId })} look="primary">
                {words.home.deliver}
              </ButtonLink>
            )
          }
        />
      )}
    </Page>
  )
}

interface CardsProps {
  readonly accountId: string
  readonly summary: Summary
}

function Cards({ accountId, summary }: CardsProps) {
  const { attention, drafts, unsentChanges, streams } = summary
  // Drafts with issues are in `attention`, ready ones in `drafts`.
  const allDrafts = statusCount(summary, 'draft')
  const titleOf = (title: string, count: Count) => <CountedTitle accountId={accountId} title={title} count={count} />
  return (
    <div className="home-grid">
      <div className="stack">
        {attention.total === 0 ? (
          <Notice tone="good">
            <p>{words.home.allWell}</p>
          </Notice>
        ) : (
          <Card title={titleOf(words.home.needsYou, attentionCount(summary))}>
            <AttentionList accountId={accountId} summary={summary} />
          </Card>
        )}
        <Card
          title={words.home.lately}
          more={<Link href={pathOf('activity', { accountId })}>{words.home.allActivity}</Link>}
        >
          <Lately accountId={accountId} />
        </Card>
      </div>
      <div className="stack">
        {streams && <StreamsCard accountId={accountId} streams={streams} />}
        {unsentChanges.total > 0 && (
          <Card title={titleOf(words.home.unsent, unsentCount(summary))}>
            <p className="small soft">{words.home.unsentNote}</p>
            <ul className="rows">
              {unsentChanges.data.map((release) => (
                <ReleaseRow
                  key={release.id}
                  accountId={accountId}
                  release={release}
                  note={words.release.statuses[release.status]}
                />
              ))}
            </ul>
          </Card>
        )}
        {allDrafts.releases > 0 && (
          <Card
            title={titleOf(words.home.drafts, allDrafts)}
            more={<Link href={catalogAddress(accountId, allDrafts.filters)}>{words.home.moreDrafts}</Link>}
          >
            <ul className="rows">
              {drafts.data.map((draft) => (
                <ReleaseRow key={draft.id} accountId={accountId} release={draft} note={words.home.ready} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  )
}

/** Drafts beside answers of reviews and outlets; the others are counted. */
const draftsListed = 3

/** The hub lists answers of reviews and outlets first. */
function AttentionList({ accountId, summary }: CardsProps) {
  const { attention } = summary
  const isDraft = (item: AttentionItem): boolean => item.status === 'draft'
  const answers = attention.data.filter((item) => !isDraft(item))
  const listed = attention.data.filter(isDraft).slice(0, draftsListed)
  const faulty = faultyDraftCount(summary)
  const isCut = attention.data.length === answers.length && attention.total > answers.length
  return (
    <>
      <ul className="rows">
        {[...answers, ...listed].map((item) => (
          <Attention key={item.id} accountId={accountId} item={item} />
        ))}
      </ul>
      {faulty.releases > listed.length && (
        <p className="small">
          <Link href={catalogAddress(accountId, faulty.filters)}>{words.home.draftsWithIssues(faulty.releases)}</Link>
        </p>
      )}
      {isCut && (
        <p className="small row">
          {words.home.seeAll}
          {answeredStatuses.map((status) => {
            const { releases, filters } = statusCount(summary, status)
            return (
              releases > 0 && (
                <Link key={status} href={catalogAddress(accountId, filters)}>
                  {words.home.allOf(words.release.statuses[status], releases)}
                </Link>
              )
            )
          })}
        </p>
      )}
    </>
  )
}

function Attention({ accountId, item }: { readonly accountId: string; readonly item: AttentionItem }) {
  const isFixable = item.reason === 'findings' || item.reason === 'changes_requested'
  return (
    <ReleaseRow
      accountId={accountId}
      release={item}
      note={
        <>
          <span className="attention-reason">{reasonOf(item)}</span>
          {item.message !== null && <bdi>{item.message}</bdi>}
        </>
      }
      end={
        <span className="go-on" aria-hidden="true">
          {isFixable ? words.home.fix : words.home.see} ›
        </span>
      }
    />
  )
}

function reasonOf({ reason, errors, outletNames }: AttentionItem): string {
  const { reasons } = words.home
  switch (reason) {
    case 'findings':
      return reasons.findings(errors)
    case 'refused':
    case 'delivery_failed':
      return reasons[reason](outletNames)
    case 'changes_requested':
    case 'rejected':
      return reasons[reason]
  }
}

function Lately({ accountId }: { readonly accountId: string }) {
  const lately = useLately(accountId)
  if (lately.error) return <FailureNotice error={lately.error} onRetry={() => void lately.refetch()} />
  if (lately.data === undefined) return <Skeleton rows={4} />
  if (lately.data.length === 0) return <p className="soft">{words.home.latelyEmpty}</p>
  return (
    <ol className="rows">
      {lately.data.map((entry) => (
        <ActivityRow key={entry.id} accountId={accountId} entry={entry} />
      ))}
    </ol>
  )
}

interface CardProps {
  readonly title: ReactNode
  readonly more?: ReactNode
  readonly children: ReactNode
}

const Card = ({ title, more, children }: CardProps) => (
  <section className="card stack tight">
    <div className="card-head">
      <h2>{title}</h2>
      {more}
    </div>
    {children}
  </section>
)

interface CountedTitleProps {
  readonly accountId: string
  readonly title: string
  readonly count: Count
}

/** Leads to the releases that are counted. */
const CountedTitle = ({ accountId, title, count: { releases, filters } }: CountedTitleProps) => (
  <Link className="counted-title" href={catalogAddress(accountId, filters)}>
    {title} <span className="soft regular">({formatNumber(releases)})</span>
  </Link>
)

interface ReleaseRowProps {
  readonly accountId: string
  readonly release: Pick<CatalogItem, 'id' | 'title' | 'displayArtist' | 'coverUploadId'>
  readonly note: ReactNode
  readonly end?: ReactNode
}

const ReleaseRow = ({ accountId, release, note, end }: ReleaseRowProps) => (
  <li className="release-row linked">
    <Cover id={release.id} title={release.title} size="small" picture={pictureOf(accountId, release)} />
    <span className="release-text">
      <Link className="release-title" href={pathOf('release', { accountId, releaseId: release.id })}>
        <bdi>{release.title}</bdi>
      </Link>
      <span className="small soft">
        <bdi>{release.displayArtist ?? words.catalog.noArtist}</bdi> · {note}
      </span>
    </span>
    {end}
  </li>
)
