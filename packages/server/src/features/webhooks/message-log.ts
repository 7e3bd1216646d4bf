import { AppError, type WebhookAttempt, type WebhookMessage, type WebhookMessageStatus } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Ids } from '../../platform/values/ids.ts'
import {
  countAttempts,
  countMessages,
  findListedMessage,
  findMessage,
  insertMessage,
  listAttemptRows,
  listMessageRows,
  lockMessage,
  type MessageRow,
  saveMessage,
} from './messages/message-queries.ts'
import { toWebhookAttempt, toWebhookMessage } from './messages/to-api.ts'
import { enqueueTurn } from './sending/send-job.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './webhook-queries.ts'

/** The log of a webhook: what was sent, what was answered, and sending something again. */
export interface MessageService {
  /** All throw `webhook_not_found` or `webhook_message_not_found`. */
  list(
    tenant: Tenant,
    request: { readonly webhookId: string; readonly status: WebhookMessageStatus | undefined },
    page: PageRequest,
  ): Promise<PageResult<WebhookMessage>>
  listAttempts(tenant: Tenant, place: MessagePlace, page: PageRequest): Promise<PageResult<WebhookAttempt>>
  /** Throws `state_conflict` where the webhook is disabled, like `replay`. */
  test(trx: TenantTransaction, webhookId: string): Promise<WebhookMessage>
  replay(trx: TenantTransaction, place: MessagePlace): Promise<WebhookMessage>
}

export interface MessagePlace {
  readonly webhookId: string
  readonly messageId: string
}

export interface MessageServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly jobs: Jobs
}

export function messageService({ ids, clock, jobs }: MessageServiceOptions): MessageService {
  /** Its job names the turn, so that one which waits for a later time does nothing. */
  const sendNow = (trx: TenantTransaction, webhook: WebhookRow, { id, turn }: MessageRow): Promise<void> =>
    enqueueTurn(jobs, trx, webhook, { messageId: id, turn })
  return {
    async list(tenant, request, { limit, after, wantsTotal }) {
      if (!(await findWebhook(tenant, request.webhookId))) throw new AppError('webhook_not_found')
      const rows = await listMessageRows(tenant, { ...request, limit: limit + 1, after })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      const total = wantsTotal ? { total: await countMessages(tenant, request) } : {}
      return { data: data.map(toWebhookMessage), next, ...total }
    },
    async listAttempts(tenant, { webhookId, messageId }, { limit, after, wantsTotal }) {
      const message = await findMessage(tenant, messageId)
      if (message?.webhookId !== webhookId) throw new AppError('webhook_message_not_found')
      const rows = await listAttemptRows(tenant, { messageId, limit: limit + 1, after })
      const { data, next } = pageOf(rows, { limit }, ({ number }) => String(number))
      const total = wantsTotal ? { total: await countAttempts(tenant, messageId) } : {}
      return { data: data.map(toWebhookAttempt), next, ...total }
    },
    async test(trx, webhookId) {
      const webhook = await lockWebhook(trx, webhookId)
      if (!webhook) throw new AppError('webhook_not_found')
      requireActive(webhook)
      const id = ids.make('whm')
      await insertMessage(trx, {
        id,
        webhookId,
        type: 'endpoint.test',
        data: { webhookId },
        createdAt: new Date(clock.now()),
      })
      const message = await findListedMessage(trx, id)
      if (!message) throw new Error('the message was not stored')
      await sendNow(trx, webhook, message)
      return toWebhookMessage(message)
    },
    async replay(trx, { webhookId, messageId }) {
      const webhook = await lockWebhook(trx, webhookId)
      const message = webhook && (await lockMessage(trx, messageId))
      if (!webhook || message?.webhookId !== webhookId) throw new AppError('webhook_message_not_found')
      requireActive(webhook)
      const again: MessageRow = {
        ...message,
        status: 'pending',
        retries: 0,
        turn: message.turn + 1,
        nextAttemptAt: new Date(clock.now()),
        endedAt: null,
      }
      await saveMessage(trx, again)
      await sendNow(trx, webhook, again)
      const stored = await findListedMessage(trx, messageId)
      if (!stored) throw new Error('the message was not stored')
      return toWebhookMessage(stored)
    },
  }
}

function requireActive({ status }: WebhookRow): void {
  if (status === 'active') return
  throw new AppError('state_conflict', { detail: 'The webhook is disabled. Enable it first.' })
}
