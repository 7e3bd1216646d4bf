import type { AccountAuditType } from '@spindle/contract/console'
import { Link } from 'wouter'
import type { ActivityEntry } from '../data/api/team-api.ts'
import { pathOf } from '../routes.ts'
import { describeReason } from '../words/account/member-words.ts'
import { formatAgo, formatInstant, words } from '../words/words.ts'

export interface ActivityRowProps {
  readonly accountId: string
  readonly entry: ActivityEntry
}

/** Something that happened in the account: what, by whom, when. */
export const ActivityRow = ({ accountId, entry }: ActivityRowProps) => (
  <li className="event">
    <span className="release-text">
      {entry.release ? <OfRelease accountId={accountId} entry={entry} /> : <OfPeople entry={entry} />}
    </span>
    <EntryTime at={entry.at} />
  </li>
)

export const EntryTime = ({ at }: { readonly at: string }) => (
  <time className="small soft figures" dateTime={at} title={formatInstant(at)}>
    {formatAgo(at)}
  </time>
)

export const ReleaseName = ({ accountId, entry: { type, release } }: ActivityRowProps) =>
  release === null ? null : type === 'release.deleted' ? (
    <bdi className="release-title">{release.title}</bdi>
  ) : (
    <Link className="release-title" href={pathOf('release', { accountId, releaseId: release.id })}>
      <bdi>{release.title}</bdi>
    </Link>
  )

const OfRelease = ({ accountId, entry }: ActivityRowProps) => (
  <>
    <ReleaseName accountId={accountId} entry={entry} />
    <ReleaseStep entry={entry} />
  </>
)

/** What happened to a release, for a place that names the release. */
export function ReleaseStep({ entry: { type, actor, reason, data } }: Pick<ActivityRowProps, 'entry'>) {
  if (!isOfRelease(type)) return null
  const { activity } = words.release
  return (
    <>
      <span className="small">
        {activity.events[type]}{' '}
        <span className="soft">
          {data.outlet && activity.at(data.outlet)} {actor.name !== null && activity.by(actor.name)}
        </span>
      </span>
      {reason !== null && (
        <span className="small soft event-reason">
          <bdi>{describeReason(reason)}</bdi>
        </span>
      )}
    </>
  )
}

function OfPeople({ entry: { type, actor, data } }: { readonly entry: ActivityEntry }) {
  if (isOfRelease(type)) return null
  const { activity } = words
  const subject = data.name ?? data.email ?? data.pendingEmail ?? data.to ?? data.client ?? data.url
  return (
    <span>
      <bdi className="actor">{actor.name ?? activity.actors[actor.type]}</bdi> {activity.types[type]}
      {subject && (
        <>
          {' '}
          <bdi>{subject}</bdi>
        </>
      )}
      {type === 'member.role_changed' && ` (${data.from} → ${data.to})`}
    </span>
  )
}

const isOfRelease = (type: ActivityEntry['type']): type is Exclude<ActivityEntry['type'], AccountAuditType> =>
  type in words.release.activity.events
