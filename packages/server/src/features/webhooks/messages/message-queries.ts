import type { WebhookFailure, WebhookMessageStatus, WebhookMessageType } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { WebhookRow } from '../webhook-queries.ts'

/**
 * The outbox: messages for webhooks, and each attempt to deliver one. Triggers write most of them, by
 * migrations/functions/add_webhook_messages.sql with an identifier of make_webhook_message_id.sql. What an event says is in
 * migrations/functions/tell_webhooks_of_release.sql, tell_webhooks_of_delivery.sql, tell_webhooks_of_answer.sql,
 * tell_webhooks_of_upload.sql, tell_webhooks_of_import.sql and tell_webhooks_of_report.sql.
 */

export interface AttemptRow {
  readonly number: number
  readonly at: Date
  readonly durationMs: number
  readonly statusCode: number | null
  readonly failure: WebhookFailure | null
  readonly answer: string | null
}

export interface MessageRow {
  readonly id: string
  readonly webhookId: string
  readonly type: WebhookMessageType
  readonly data: Readonly<Record<string, string>>
  readonly status: WebhookMessageStatus
  readonly createdAt: Date
  readonly attempts: number
  readonly retries: number
  readonly turn: number
  readonly nextAttemptAt: Date | null
  readonly endedAt: Date | null
}

const columns = `id, webhook_id as "webhookId", type, data, status, created_at as "createdAt", attempts, retries, turn,
  next_attempt_at as "nextAttemptAt", ended_at as "endedAt"`
const attemptColumns = `number, at, duration_ms as "durationMs", status_code as "statusCode", failure, answer`

export async function insertMessage(
  trx: TenantTransaction,
  row: Pick<MessageRow, 'id' | 'webhookId' | 'type' | 'data' | 'createdAt'>,
): Promise<void> {
  await trx.execute(
    `insert into webhook_messages (account_id, id, webhook_id, type, data, created_at, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [row.id, row.webhookId, row.type, JSON.stringify(row.data), row.createdAt],
  )
}

export const findMessage = (tenant: Tenant, id: string): Promise<MessageRow | undefined> =>
  tenant.readRow(`select ${columns} from webhook_messages where account_id = $1 and id = $2`, [id])

/** After its webhook was locked: everybody takes the two in this order. */
export const lockMessage = (trx: TenantTransaction, id: string): Promise<MessageRow | undefined> =>
  trx.row(`select ${columns} from webhook_messages where account_id = $1 and id = $2 for update`, [id])

export async function saveMessage(trx: TenantTransaction, row: MessageRow): Promise<void> {
  await trx.execute(
    `update webhook_messages set status = $3, attempts = $4, retries = $5, turn = $6, next_attempt_at = $7, ended_at = $8
     where account_id = $1 and id = $2`,
    [row.id, row.status, row.attempts, row.retries, row.turn, row.nextAttemptAt, row.endedAt],
  )
}

/** What a webhook that is disabled does not get any more. */
export async function failPendingMessages(
  trx: TenantTransaction,
  { webhookId, now }: { readonly webhookId: string; readonly now: Date },
): Promise<void> {
  await trx.execute(
    `update webhook_messages set status = 'failed', next_attempt_at = null, ended_at = $3
     where account_id = $1 and webhook_id = $2 and status = 'pending'`,
    [webhookId, now],
  )
}

/** Whether more messages than this wait. */
export const hasBacklog = async (
  tenant: Tenant,
  { webhookId, limit }: { readonly webhookId: string; readonly limit: number },
): Promise<boolean> =>
  (await tenant.readRow(
    `select 1 from webhook_messages where account_id = $1 and webhook_id = $2 and status = 'pending' offset $3 limit 1`,
    [webhookId, limit],
  )) !== undefined

export type OverdueWebhook = Pick<WebhookRow, 'queue' | 'isSlow'> & {
  readonly accountId: AccountId
  readonly webhookId: string
}

/** Across accounts on purpose: webhooks with a message that should have been sent before an instant. */
export const listOverdueWebhooks = (system: Sql, dueBefore: Date): Promise<OverdueWebhook[]> =>
  system.readRows(
    `select w.account_id as "accountId", w.id as "webhookId", w.queue, w.is_slow as "isSlow" from webhooks w
     where (w.account_id, w.id) in (select account_id, webhook_id from webhook_messages
                                    where status = 'pending' and next_attempt_at < $1)
     order by 1, 2`,
    [dueBefore],
  )

/** Messages of a webhook that should have been sent before an instant, the oldest first. */
export const listOverdueMessages = (
  tenant: Tenant,
  { webhookId, dueBefore, limit }: { readonly webhookId: string; readonly dueBefore: Date; readonly limit: number },
): Promise<Pick<MessageRow, 'id' | 'turn'>[]> =>
  tenant.readRows(
    `select id, turn from webhook_messages
     where account_id = $1 and webhook_id = $2 and status = 'pending' and next_attempt_at < $3 order by id limit $4`,
    [webhookId, dueBefore, limit],
  )

/** With the attempts of a message that are older than the newest hundred forgotten. */
export async function insertAttempt(trx: TenantTransaction, messageId: string, row: AttemptRow): Promise<void> {
  await trx.execute(
    `insert into webhook_attempts (account_id, message_id, number, at, duration_ms, status_code, failure, answer)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [messageId, row.number, row.at, row.durationMs, row.statusCode, row.failure, row.answer],
  )
  await trx.execute('delete from webhook_attempts where account_id = $1 and message_id = $2 and number <= $3', [
    messageId,
    row.number - keptAttempts,
  ])
}

const keptAttempts = 100

export interface MessageListRequest {
  readonly webhookId: string
  readonly status: WebhookMessageStatus | undefined
  readonly limit: number
  readonly after: string | undefined
}

export interface ListedMessage extends MessageRow {
  readonly releaseTitle: string | null
  readonly lastAttempt: (Omit<AttemptRow, 'at'> & { at: string }) | null
}

/** Events of deliveries and imports name their release beside their own id. A deleted release has a blank title. */
const listedColumns = `${columns}, (select nullif(title, '') from published_releases r where r.account_id = $1
    and r.id = coalesce(m.data ->> 'releaseId', m.data ->> 'id')) as "releaseTitle",
  (select to_json(a) from (select ${attemptColumns} from webhook_attempts
     where account_id = $1 and message_id = m.id order by number desc limit 1) a) as "lastAttempt"`

const inList = `account_id = $1 and webhook_id = $2 and ($3::text is null or status = $3)`

export const listMessageRows = (
  tenant: Tenant,
  { webhookId, status, limit, after }: MessageListRequest,
): Promise<ListedMessage[]> =>
  tenant.readRows(
    `select ${listedColumns} from webhook_messages m where ${inList} and ($4::text is null or id < $4) order by id desc limit $5`,
    [webhookId, status ?? null, after ?? null, limit],
  )

/** One message as the list has it. */
export const findListedMessage = (tenant: Tenant, id: string): Promise<ListedMessage | undefined> =>
  tenant.readRow(`select ${listedColumns} from webhook_messages m where account_id = $1 and id = $2`, [id])

export async function countMessages(
  tenant: Tenant,
  { webhookId, status }: Pick<MessageListRequest, 'webhookId' | 'status'>,
): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*) as count from webhook_messages where ${inList}`,
    [webhookId, status ?? null],
  )
  return row?.count ?? 0
}

export const listAttemptRows = (
  tenant: Tenant,
  {
    messageId,
    limit,
    after,
  }: { readonly messageId: string; readonly limit: number; readonly after: string | undefined },
): Promise<AttemptRow[]> =>
  tenant.readRows(
    `select ${attemptColumns} from webhook_attempts
     where account_id = $1 and message_id = $2 and ($3::int is null or number < $3) order by number desc limit $4`,
    [messageId, after === undefined ? null : Number(after), limit],
  )

export async function countAttempts(tenant: Tenant, messageId: string): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    'select count(*) as count from webhook_attempts where account_id = $1 and message_id = $2',
    [messageId],
  )
  return row?.count ?? 0
}

/** Of one webhook: what ended before an instant, and what is older than its newest messages. How many were deleted. */
export const deleteOldMessages = (
  tenant: Tenant,
  {
    webhookId,
    endedBefore,
    kept,
    limit,
  }: { readonly webhookId: string; readonly endedBefore: Date; readonly kept: number; readonly limit: number },
): Promise<number> =>
  tenant.execute(
    `delete from webhook_messages where account_id = $1 and id in (
       select id from webhook_messages where account_id = $1 and webhook_id = $2 and status <> 'pending'
         and (ended_at < $3 or id <= (select id from webhook_messages where account_id = $1 and webhook_id = $2
                                      order by id desc offset $4 limit 1))
       order by id limit $5)`,
    [webhookId, endedBefore, kept, limit],
  )
