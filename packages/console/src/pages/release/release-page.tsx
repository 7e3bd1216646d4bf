import type { Release } from '@spindle/client'
import type { ReactNode } from 'react'
import type { Membership } from '../../data/api/session-api.ts'
import { toFailure } from '../../data/failure.ts'
import { useRelease } from '../../data/queries/queries.ts'
import { Cover, pictureOf } from '../../parts/cover.tsx'
import { ButtonLink } from '../../parts/layout/button.tsx'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { StatusChip } from '../../parts/status-chip.tsx'
import { pathOf } from '../../routes.ts'
import { formatDate, formatDuration, formatGoLive, words } from '../../words/words.ts'
import { Activity } from './activity.tsx'
import { Checks } from './checks.tsx'
import { ForDevelopers } from './for-developers.tsx'
import { Messages } from './messages.tsx'
import { Numbers } from './numbers.tsx'
import { Outlets } from './outlets.tsx'
import { hasPendingChanges, PendingChanges } from './pending-changes.tsx'
import { PlannedTakedown } from './planned-takedown.tsx'
import { ReleaseActions } from './release-actions.tsx'
import { ReleaseLink } from './release-link.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { Revisions } from './revisions.tsx'
import { Timeline } from './timeline.tsx'
import { Tracks } from './tracks.tsx'

export interface ReleasePageProps {
  readonly membership: Membership
  readonly releaseId: string
}

/** One release: its status, what is wrong with it, and its content. Follows it while it changes. */
export function ReleasePage({ membership, releaseId }: ReleasePageProps) {
  const { accountId } = membership
  const release = useRelease(accountId, releaseId)
  if (release.error && toFailure(release.error).status === 404)
    return (
      <Page title={words.release.notFound}>
        <p className="soft">{words.release.notFoundText}</p>
        <p>
          <ButtonLink to={pathOf('catalog', { accountId })}>{words.catalog.title}</ButtonLink>
        </p>
      </Page>
    )
  if (!release.data)
    return (
      <Page title={words.catalog.columns.title}>
        {release.error ? (
          <FailureNotice error={release.error} onRetry={() => void release.refetch()} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Page>
    )
  return (
    <>
      {release.error && <FailureNotice error={release.error} onRetry={() => void release.refetch()} />}
      <OpenRelease membership={membership} release={release.data} />
    </>
  )
}

interface OpenReleaseProps {
  readonly membership: Membership
  readonly release: Release
}

function OpenRelease({ membership, release }: OpenReleaseProps) {
  const { accountId } = membership
  return (
    <Page title={release.title} actions={<ReleaseActions membership={membership} release={release} />}>
      <div className="release-head">
        <Cover id={release.id} title={release.title} size="large" picture={pictureOf(accountId, release)} />
        <div className="stack">
          <p className="row">
            <StatusChip status={release.status} />
            <span>
              <bdi>{release.displayArtist ?? words.catalog.noArtist}</bdi> · {words.release.types[release.type]}
            </span>
          </p>
          <Facts accountId={accountId} release={release} />
        </div>
      </div>
      <ReviewNotice membership={membership} release={release} />
      <PlannedTakedown membership={membership} release={release} />
      <Timeline release={release} />
      <div className="release-grid">
        <div className="stack">
          {hasPendingChanges(release) && <PendingChanges accountId={accountId} release={release} />}
          <Tracks membership={membership} release={release} />
          <Activity accountId={accountId} release={release} />
        </div>
        <div className="stack">
          <Checks release={release} />
          <Outlets membership={membership} release={release} />
          <Messages accountId={membership.accountId} release={release} />
          {release.liveAt !== null && <Numbers accountId={accountId} releaseId={release.id} />}
          <Revisions membership={membership} release={release} />
          <ForDevelopers accountId={accountId} release={release} />
        </div>
      </div>
    </Page>
  )
}

function Facts({ accountId, release }: { readonly accountId: string; readonly release: Release }) {
  const { facts } = words.release
  const linkTo = (releaseId: string) => <ReleaseLink accountId={accountId} releaseId={releaseId} />
  const lengths = release.tracks.map(({ durationMs }) => durationMs ?? 0)
  const shown: readonly (readonly [string, ReactNode])[] = [
    [facts.date, release.releaseDate ? formatDate(release.releaseDate) : words.catalog.noDate],
    ...(release.goesLive ? [[facts.goesLive, formatGoLive(release.goesLive)] as const] : []),
    [facts.upc, release.upc ?? facts.upcLater],
    ...(release.label ? [[facts.label, release.label] as const] : []),
    [
      facts.length,
      `${words.release.tracks(release.tracks.length)} · ${formatDuration(lengths.reduce((sum, one) => sum + one, 0))}`,
    ],
    ...(release.replaces ? [[facts.replaces, linkTo(release.replaces)] as const] : []),
    ...(release.replacedBy ? [[facts.replacedBy, linkTo(release.replacedBy)] as const] : []),
  ]
  return <FactList className="facts" facts={shown} />
}
