import type { Release, ReleaseEvent } from '@spindle/client'
import { useReleaseEvents } from '../../data/queries/queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { describeReason } from '../../words/account/member-words.ts'
import { formatAgo, formatInstant, words } from '../../words/words.ts'

export interface ActivityProps {
  readonly accountId: string
  readonly release: Release
}

/** What happened to it, and who did it. */
export function Activity({ accountId, release }: ActivityProps) {
  const events = useReleaseEvents(accountId, release.id)
  const { activity } = words.release
  return (
    <section className="card stack tight release-activity" aria-labelledby="activity-title">
      <h2 id="activity-title">{activity.title}</h2>
      {events.error ? (
        <FailureNotice error={events.error} onRetry={() => void events.refetch()} />
      ) : events.data ? (
        <ol className="rows">
          {events.data.pages.flatMap(({ data }) =>
            data.map((event) => <EventRow key={event.id} event={event} release={release} />),
          )}
        </ol>
      ) : (
        <Skeleton rows={3} />
      )}
      {events.hasNextPage && (
        <p>
          <Button look="quiet" isBusy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            {activity.more}
          </Button>
        </p>
      )}
    </section>
  )
}

interface EventRowProps {
  readonly event: ReleaseEvent
  readonly release: Release
}

function EventRow({ event, release: { deliveries, tracks } }: EventRowProps) {
  const { activity } = words.release
  const { outletId } = event.data
  const outlet = deliveries.find((delivery) => delivery.outlet.id === outletId)?.outlet.name
  return (
    <li className="event">
      <span>
        {activity.events[event.type]}{' '}
        <span className="soft">
          {outlet !== undefined && activity.at(outlet)} {event.actor.name !== null && activity.by(event.actor.name)}
        </span>
        {event.reason !== null && (
          <span className="small soft event-reason">
            <bdi>{describeReason(event.reason, tracks)}</bdi>
          </span>
        )}
      </span>
      <time className="small soft figures" dateTime={event.at} title={formatInstant(event.at)}>
        {formatAgo(event.at)}
      </time>
    </li>
  )
}
