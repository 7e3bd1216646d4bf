import type { WebhookDisabledReason } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { AllowedTargets } from '../../../platform/outgoing/allowed-targets.ts'
import { hubVersion } from '../../../platform/process/version.ts'
import { decrypt, type Keys } from '../../../platform/secrets/encryption.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { type Audit, hubActor } from '../../people/index.ts'
import {
  failPendingMessages,
  findMessage,
  hasBacklog,
  insertAttempt,
  lockMessage,
  type MessageRow,
  saveMessage,
} from '../messages/message-queries.ts'
import { findWebhook, lockWebhook, saveWebhook, type WebhookRow } from '../webhook-queries.ts'
import { planNext } from './plan-next.ts'
import { type PostOutcome, postMessage, type WebhookNetwork } from './post-message.ts'
import { enqueueTurn, type SendTurn } from './send-job.ts'
import { signMessage } from './sign-message.ts'

/**
 * One attempt to send a message. The request is made outside of any transaction; its result, and the job of the
 * next attempt, commit together. A process that ends in between leaves the job, and the message is sent once more with
 * the same id.
 */
export interface SenderOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly audit: Pick<Audit, 'recordForAccount'>
  readonly secretKeys: Keys
  readonly targets: AllowedTargets
  readonly network: WebhookNetwork
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** In place of the schedule. */
  readonly retryDelaysMs?: readonly number[] | undefined
}

/** So many messages may wait for one webhook, and so many of its messages are kept. */
export const maxMessages = 10_000

/** A receiver that takes this long holds its worker for longer than others should wait. */
const slowMs = 5_000

/** Of the workers for slow receivers, or of the others. */
export interface SendingWorker {
  readonly isForSlow: boolean
}

export async function sendMessage(
  options: SenderOptions & SendingWorker,
  { accountId, messageId, turn }: SendTurn,
): Promise<void> {
  const { database, clock, jobs, isForSlow } = options
  // It stays what it was, and has a new job when the hold ends.
  if (await options.isHeld()) return
  const tenant = database.tenant(accountId)
  const message = await findMessage(tenant, messageId)
  if (message?.status !== 'pending' || message.turn !== turn) return
  const webhook = await findWebhook(tenant, message.webhookId)
  if (!webhook) return
  // Of a change that committed while the webhook was being disabled.
  if (webhook.status === 'disabled') return giveUp(options, accountId, message)
  // What waited already when its receiver became slow, or quick again.
  if (webhook.isSlow !== isForSlow)
    return database.tenantTransaction(accountId, (trx) => enqueueTurn(jobs, trx, webhook, { messageId, turn }))
  const startMs = clock.now()
  const begin = performance.now()
  const outcome = await postMessage(requestFor(options, webhook, message), options)
  const durationMs = Math.round(performance.now() - begin)
  await database.tenantTransaction(accountId, (trx) =>
    recordAttempt(options, trx, { message, outcome, at: new Date(startMs), durationMs }),
  )
}

function requestFor(
  { clock, secretKeys }: SenderOptions,
  webhook: WebhookRow,
  { id, type, data, createdAt }: MessageRow,
) {
  const nowMs = clock.now()
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data })
  const { secret, previousSecret, previousUntil } = webhook
  const isOverlapping = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > nowMs
  const secrets = [secret, ...(isOverlapping ? [previousSecret] : [])].map((sealed) => decrypt(secretKeys, sealed))
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Spindle-Webhooks/${hubVersion}`,
    ...signMessage({ id, body }, secrets, nowMs),
  }
  return { url: webhook.url, headers, body }
}

async function giveUp({ database, clock }: SenderOptions, accountId: AccountId, { webhookId }: MessageRow) {
  await database.tenantTransaction(accountId, async (trx) => {
    const webhook = await lockWebhook(trx, webhookId)
    if (webhook?.status === 'disabled') await failPendingMessages(trx, { webhookId, now: new Date(clock.now()) })
  })
}

interface Attempt {
  readonly message: MessageRow
  readonly outcome: PostOutcome
  readonly at: Date
  readonly durationMs: number
}

async function recordAttempt(
  options: SenderOptions,
  trx: TenantTransaction,
  { message: sent, outcome, at, durationMs }: Attempt,
): Promise<void> {
  const webhook = await lockWebhook(trx, sent.webhookId)
  const message = webhook && (await lockMessage(trx, sent.id))
  if (!message) return
  const { statusCode, failure, answer } = outcome
  const number = message.attempts + 1
  await insertAttempt(trx, message.id, { number, at, durationMs, statusCode, failure, answer })
  const now = new Date(options.clock.now())
  const hasArrived = failure === null
  const heard: WebhookRow = {
    ...webhook,
    failingSince: hasArrived ? null : (webhook.failingSince ?? now),
    lastDeliveredAt: hasArrived ? now : webhook.lastDeliveredAt,
    isSlow: failure === 'timeout' || durationMs >= slowMs,
  }
  // Replayed or given up meanwhile: what was done then counts.
  if (message.turn !== sent.turn || message.status !== 'pending') {
    await saveMessage(trx, { ...message, attempts: number })
    return saveWebhook(trx, heard)
  }
  const retries = message.retries + 1
  const plan = planNext({
    outcome,
    retries,
    createdAt: message.createdAt,
    lastDeliveredAt: heard.lastDeliveredAt,
    nowMs: now.getTime(),
    delaysMs: options.retryDelaysMs,
  })
  const { status, nextAttemptAt } = plan
  const endedAt = status === 'pending' ? null : now
  const next = { ...message, attempts: number, retries, turn: message.turn + 1, status, nextAttemptAt, endedAt }
  await saveMessage(trx, next)
  const isCrowded = await hasBacklog(trx, { webhookId: webhook.id, limit: maxMessages })
  const reason = plan.disables ?? (isCrowded ? 'backlog' : null)
  if (reason !== null) return disable(options, trx, { webhook: heard, reason, now })
  await saveWebhook(trx, heard)
  if (nextAttemptAt === null) return
  const turn = { messageId: message.id, turn: next.turn }
  await enqueueTurn(options.jobs, trx, heard, turn, { runAt: nextAttemptAt })
}

interface Disabling {
  readonly webhook: WebhookRow
  readonly reason: WebhookDisabledReason
  readonly now: Date
}

/** The account reads it in its activity and beside the webhook; nothing is sent there until someone enables it. */
async function disable(
  { audit, log }: Pick<SenderOptions, 'audit' | 'log'>,
  trx: TenantTransaction,
  { webhook, reason, now }: Disabling,
): Promise<void> {
  const { id, url } = webhook
  await saveWebhook(trx, { ...webhook, status: 'disabled', disabledReason: reason, disabledAt: now, updatedAt: now })
  await failPendingMessages(trx, { webhookId: id, now })
  await audit.recordForAccount(trx, { type: 'webhook.disabled', actor: hubActor, data: { webhook: id, url, reason } })
  trx.afterCommit(() => log.info('webhooks.disabled', { accountId: trx.accountId, webhookId: id, reason }))
}
