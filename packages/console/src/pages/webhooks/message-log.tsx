import type { Webhook, WebhookAttempt, WebhookMessage } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { useWebhookAttempts, useWebhookMessages, webhookKey } from '../../data/queries/webhook-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { webhookWords } from '../../words/account/webhook-words.ts'
import { formatAgo, formatInstant } from '../../words/words.ts'
import { MessageChip } from './webhook-chip.tsx'

export interface MessageLogProps {
  readonly accountId: string
  readonly webhook: Webhook
  readonly mayChange: boolean
}

/** What was sent to a webhook, newest first, each with its attempts and their answers. */
export function MessageLog({ accountId, webhook, mayChange }: MessageLogProps) {
  const messages = useWebhookMessages(accountId, webhook.id)
  const items = messages.data?.pages.flatMap(({ data }) => data) ?? []
  const mayReplay = mayChange && webhook.status === 'active'
  return (
    <section className="stack" aria-labelledby="webhook-log">
      <h2 id="webhook-log">{webhookWords.log}</h2>
      {messages.error && <FailureNotice error={messages.error} onRetry={() => void messages.refetch()} />}
      {messages.isPending && <Skeleton rows={4} />}
      {messages.data && items.length === 0 && (
        <EmptyState title={webhookWords.logEmptyTitle} text={webhookWords.logEmpty} />
      )}
      {items.length > 0 && (
        <ul className="card rows">
          {items.map((message) => (
            <MessageRow
              key={message.id}
              accountId={accountId}
              webhookId={webhook.id}
              message={message}
              mayReplay={mayReplay}
            />
          ))}
        </ul>
      )}
      {messages.hasNextPage && (
        <p className="more">
          <Button isBusy={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
            {webhookWords.more}
          </Button>
        </p>
      )}
    </section>
  )
}

interface MessageRowProps {
  readonly accountId: string
  readonly webhookId: string
  readonly message: WebhookMessage
  readonly mayReplay: boolean
}

function MessageRow({ accountId, webhookId, message, mayReplay }: MessageRowProps) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const replay = useMutation({
    mutationFn: () => hubOf(accountId).webhooks.replay(webhookId, message.id),
    onSettled: () => client.invalidateQueries({ queryKey: webhookKey(accountId, webhookId) }),
  })
  const { id, type, data, releaseTitle, status, createdAt, attempts, nextAttemptAt, lastAttempt } = message
  const facts = [
    formatAgo(createdAt),
    webhookWords.attempts(attempts),
    ...(lastAttempt ? [describeOutcome(lastAttempt)] : []),
    ...(nextAttemptAt !== null && attempts > 0 ? [webhookWords.next(formatAgo(nextAttemptAt))] : []),
  ]
  return (
    <li className="stack tight">
      <div className="key-row">
        <span className="release-text">
          <span className="release-title mono">{type}</span>
          {data.id !== undefined && <Subject data={data} releaseTitle={releaseTitle} />}
          <span className="small soft">{facts.join(' · ')}</span>
        </span>
        <MessageChip status={status} />
        {mayReplay && (
          <Button aria-label={webhookWords.replayOf(id)} isBusy={replay.isPending} onClick={() => replay.mutate()}>
            {webhookWords.replay}
          </Button>
        )}
      </div>
      {replay.error && <FailureNotice error={replay.error} />}
      {attempts > 0 && (
        <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
          <summary className="small">{webhookWords.showAttempts}</summary>
          {isOpen && (
            <Attempts accountId={accountId} webhookId={webhookId} messageId={message.id} attempts={attempts} />
          )}
        </details>
      )}
    </li>
  )
}

/** What the event is about: the release by its title, anything else by its id. */
const Subject = ({ data, releaseTitle }: Pick<WebhookMessage, 'data' | 'releaseTitle'>) => (
  <span className={releaseTitle === null ? 'small mono soft address' : 'small'} title={data.id}>
    <bdi>{releaseTitle ?? data.id}</bdi>
    {data.status !== undefined && ` → ${data.status}`}
  </span>
)

const describeOutcome = ({ statusCode, failure }: WebhookAttempt): string =>
  statusCode === null ? webhookWords.failures[failure ?? 'connection_failed'] : webhookWords.answered(statusCode)

interface AttemptsProps {
  readonly accountId: string
  readonly webhookId: string
  readonly messageId: string
  readonly attempts: number
}

function Attempts({ accountId, ...place }: AttemptsProps) {
  const attempts = useWebhookAttempts(accountId, place)
  if (attempts.error) return <FailureNotice error={attempts.error} onRetry={() => void attempts.refetch()} />
  if (!attempts.data) return <Skeleton rows={2} />
  return (
    <ol className="stack tight">
      {attempts.data.data.map((attempt) => (
        <li key={attempt.number} className="stack tight">
          <p className="small">
            <strong>{webhookWords.attempt(attempt.number)}</strong>{' '}
            <span className="soft">
              {[formatInstant(attempt.at), describeOutcome(attempt), webhookWords.took(attempt.durationMs)].join(' · ')}
            </span>
          </p>
          {attempt.statusCode !== null &&
            (attempt.answer ? (
              <p className="code mono small answer">
                <bdi>{attempt.answer}</bdi>
              </p>
            ) : (
              <p className="small soft">{webhookWords.noBody}</p>
            ))}
        </li>
      ))}
    </ol>
  )
}
