import type { WebhookDisabledReason, WebhookEventType, WebhookStatus } from '@spindle/contract'
import type { Sql, Tenant, TenantTransaction, Transaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'

/** The webhooks of accounts. Triggers and `messages` write their messages. migrations/functions/choose_webhook_queue.sql fills `queue`. */

export interface WebhookRow {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: WebhookEventType[] | null
  readonly status: WebhookStatus
  readonly disabledReason: WebhookDisabledReason | null
  readonly disabledAt: Date | null
  readonly failingSince: Date | null
  readonly lastDeliveredAt: Date | null
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly previousUntil: Date | null
  /** Where its messages wait: one of the few queues of the account, of which each is sent one message at a time. */
  readonly queue: string
  /** Whether its receiver took long to answer last time. */
  readonly isSlow: boolean
  /** Who gave it its address; null for one of the configuration. */
  readonly madeBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = `id, url, description, event_types as "eventTypes", status, disabled_reason as "disabledReason",
  disabled_at as "disabledAt", failing_since as "failingSince", last_delivered_at as "lastDeliveredAt", secret,
  previous_secret as "previousSecret", previous_until as "previousUntil", queue, is_slow as "isSlow",
  made_by as "madeBy", created_at as "createdAt", updated_at as "updatedAt"`

/** One creation of an account at a time, so that none passes the quota beside another. */
export async function countWebhooksAlone(trx: TenantTransaction): Promise<number> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`)
  return countWebhooks(trx)
}

export async function countWebhooks(tenant: Tenant): Promise<number> {
  const row = await tenant.readRow<{ count: number }>('select count(*) as count from webhooks where account_id = $1')
  return row?.count ?? 0
}

export async function insertWebhook(
  trx: TenantTransaction,
  row: Pick<WebhookRow, 'id' | 'url' | 'description' | 'eventTypes' | 'secret' | 'madeBy' | 'createdAt'>,
): Promise<WebhookRow> {
  const made = await trx.row<WebhookRow>(
    `insert into webhooks (account_id, id, url, description, event_types, secret, created_at, updated_at, made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8) returning ${columns}`,
    [row.id, row.url, row.description, row.eventTypes, row.secret, row.createdAt, row.madeBy],
  )
  if (!made) throw new Error('the webhook was not stored')
  return made
}

export const findWebhook = (tenant: Tenant, id: string): Promise<WebhookRow | undefined> =>
  tenant.readRow(`select ${columns} from webhooks where account_id = $1 and id = $2`, [id])

/** Held until the transaction ends. Changes of releases, which only make sure that it stays, do not wait for it. */
export const lockWebhook = (trx: TenantTransaction, id: string): Promise<WebhookRow | undefined> =>
  trx.row(`select ${columns} from webhooks where account_id = $1 and id = $2 for no key update`, [id])

export const listWebhookRows = (
  tenant: Tenant,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<WebhookRow[]> =>
  tenant.readRows(
    `select ${columns} from webhooks where account_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [after ?? null, limit],
  )

export async function saveWebhook(trx: TenantTransaction, row: WebhookRow): Promise<void> {
  await trx.execute(
    `update webhooks set url = $3, description = $4, event_types = $5, status = $6, disabled_reason = $7,
       disabled_at = $8, failing_since = $9, last_delivered_at = $10, secret = $11, previous_secret = $12,
       previous_until = $13, updated_at = $14, is_slow = $15, made_by = $16
     where account_id = $1 and id = $2`,
    [
      row.id,
      row.url,
      row.description,
      row.eventTypes,
      row.status,
      row.disabledReason,
      row.disabledAt,
      row.failingSince,
      row.lastDeliveredAt,
      row.secret,
      row.previousSecret,
      row.previousUntil,
      row.updatedAt,
      row.isSlow,
      row.madeBy,
    ],
  )
}

export async function deleteWebhookRow(trx: TenantTransaction, id: string): Promise<void> {
  await trx.execute('delete from webhooks where account_id = $1 and id = $2', [id])
}

export const listWebhooksOf = (
  tenant: Tenant,
  makers: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  tenant.readRows(
    `select id, url as name from webhooks where account_id = $1 and made_by = any($2) order by id limit 1000`,
    [makers],
  )

export const deleteWebhooksOf = (
  trx: TenantTransaction,
  makers: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  trx.rows(`delete from webhooks where account_id = $1 and made_by = any($2) returning id, url as name`, [makers])

/** Across accounts on purpose: where a person left webhooks behind. */
export const listAccountsOfMaker = async (system: Sql, maker: string): Promise<AccountId[]> =>
  (
    await system.readRows<{ id: AccountId }>(`select distinct account_id as id from webhooks where made_by = $1`, [
      maker,
    ])
  ).map(({ id }) => id)

/** Across accounts on purpose: of those whose ids begin with these characters, which ones are sent something. */
export const listActiveWebhooks = (
  system: Sql,
  idsBeginWith: string,
): Promise<{ readonly accountId: AccountId; readonly id: string }[]> =>
  system.readRows(
    `select account_id as "accountId", id from webhooks where starts_with(id, $1) and status = 'active'
     order by account_id, id`,
    [idsBeginWith],
  )

/** Across accounts on purpose: a job looks after the log of each. */
export const listAllWebhooks = (system: Sql): Promise<{ readonly accountId: AccountId; readonly id: string }[]> =>
  system.readRows('select account_id as "accountId", id from webhooks order by account_id, id')

type SealedRow = Pick<WebhookRow, 'id' | 'secret' | 'previousSecret'> & { readonly accountId: AccountId }

/** Across accounts on purpose: all are sealed by the secret of the hub. In the order of accounts and ids, after one of them. */
export const lockSealedSecrets = (
  trx: Transaction,
  { after: [accountId = '', id = ''], limit }: { readonly after: readonly string[]; readonly limit: number },
): Promise<SealedRow[]> =>
  trx.rows(
    `select account_id as "accountId", id, secret, previous_secret as "previousSecret" from webhooks
     where (account_id, id) > ($1, $2) order by account_id, id limit $3 for no key update`,
    [accountId, id, limit],
  )

export async function saveSealedSecrets(
  trx: Transaction,
  { accountId, id, secret, previousSecret }: SealedRow,
): Promise<void> {
  await trx.execute('update webhooks set secret = $3, previous_secret = $4 where account_id = $1 and id = $2', [
    accountId,
    id,
    secret,
    previousSecret,
  ])
}
