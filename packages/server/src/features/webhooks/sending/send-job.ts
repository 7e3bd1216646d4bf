import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type EnqueueOptions, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { WebhookRow } from '../webhook-queries.ts'

/** One attempt to bring a message. Of two for one message the one of an older turn does nothing. */
export interface SendTurn {
  readonly accountId: AccountId
  readonly messageId: string
  readonly turn: number
}

/** Also enqueued by migrations/functions/add_webhook_messages.sql, under these names, with these members and queues. A test compares. */
export const sendWebhookMessage = defineJob<SendTurn>('sendWebhookMessage')
/** To a receiver that took long to answer last time. */
export const sendSlowWebhookMessage = defineJob<SendTurn>('sendSlowWebhookMessage')

/** The queue of all slow webhooks of an account. */
export const slowQueueOf = (accountId: string): string => `slow webhooks ${accountId}`

/** In the queue of the webhook, or, of those of its account that are slow, in the one for all of them. */
export const enqueueTurn = (
  jobs: Jobs,
  trx: TenantTransaction,
  { queue, isSlow }: Pick<WebhookRow, 'queue' | 'isSlow'>,
  turn: Omit<SendTurn, 'accountId'>,
  options: Pick<EnqueueOptions, 'runAt' | 'key'> = {},
): Promise<void> =>
  jobs.enqueue(
    trx.transaction,
    isSlow ? sendSlowWebhookMessage : sendWebhookMessage,
    { accountId: trx.accountId, ...turn },
    { ...options, queue: isSlow ? slowQueueOf(trx.accountId) : queue },
  )
