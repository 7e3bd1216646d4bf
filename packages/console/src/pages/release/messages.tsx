import type { Release, StoreMessage } from '@spindle/client'
import { messageAddress } from '../../data/addresses.ts'
import { useReleaseMessages } from '../../data/queries/queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { formatAgo, formatInstant, words } from '../../words/words.ts'

export interface MessagesProps {
  readonly accountId: string
  readonly release: Release
}

/** The messages to stores about it, each available as it was sent. Nothing if no outlet takes messages. */
export function Messages({ accountId, release }: MessagesProps) {
  const list = useReleaseMessages(accountId, release)
  const { messages } = words.release
  const sent = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (!list.error && sent.length === 0) return null
  return (
    <section className="card stack tight" aria-labelledby="messages-title">
      <h2 id="messages-title">{messages.title}</h2>
      {list.error && <FailureNotice error={list.error} onRetry={() => void list.refetch()} />}
      <ul className="rows">
        {sent.map((message) => (
          <MessageRow key={message.id} accountId={accountId} release={release} message={message} />
        ))}
      </ul>
      {list.hasNextPage && (
        <p>
          <Button look="quiet" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.more}
          </Button>
        </p>
      )}
    </section>
  )
}

interface MessageRowProps extends MessagesProps {
  readonly message: StoreMessage
}

function MessageRow({ accountId, release, message }: MessageRowProps) {
  const { messages } = words.release
  const { purpose, revision, status, acknowledgement, sentAt, createdAt } = message
  const outlet = release.deliveries.find(({ id }) => id === message.deliveryId)?.outlet.name ?? message.outlet
  const name = messages.name(messages.purposes[purpose], revision, outlet)
  const address = messageAddress(accountId, message)
  const at = sentAt ?? createdAt
  return (
    <li className="event">
      <span>
        <bdi>{name}</bdi>
        <span className="small soft event-reason">
          {messages.statuses[status]}
          {acknowledgement !== null && acknowledgement.message !== '' && (
            <>
              : <bdi>{acknowledgement.message}</bdi>
            </>
          )}
        </span>
        <span className="small">
          <a href={address} download aria-label={messages.downloadOf(name)}>
            {messages.download}
          </a>
          {sentAt !== null && (
            <>
              {' · '}
              <a href={`${address}/proof`} download={`${message.id}.json`} aria-label={messages.proofOf(name)}>
                {messages.proof}
              </a>
            </>
          )}
        </span>
      </span>
      <time className="small soft figures" dateTime={at} title={formatInstant(at)}>
        {formatAgo(at)}
      </time>
    </li>
  )
}
