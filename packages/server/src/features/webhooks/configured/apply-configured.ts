import type { Clock } from '../../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { encrypt, type Keys, tryToDecrypt } from '../../../platform/secrets/encryption.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type Audit, operatorActor } from '../../people/index.ts'
import { failPendingMessages } from '../messages/message-queries.ts'
import { applyStatus, auditTypesOf } from '../service.ts'
import {
  countWebhooksAlone,
  insertWebhook,
  listActiveWebhooks,
  lockWebhook,
  saveWebhook,
  type WebhookRow,
} from '../webhook-queries.ts'
import { configuredId, configuredPrefix } from './configured-id.ts'
import type { ConfiguredWebhook } from './read-configured.ts'

/**
 * Makes the webhooks of the operator's file what it says, and disables what is not in it any more. Every node may do so at
 * the same time: what is so already is left alone.
 */

export interface ApplyOptions {
  readonly database: Database
  readonly accounts: Pick<Accounts, 'isKnown'>
  readonly audit: Pick<Audit, 'recordForAccount'>
  readonly clock: Clock
  readonly log: Log
  readonly secretKeys: Keys
}

/** As when an account replaces a secret. */
const overlapMs = 24 * 60 * 60_000

export async function applyConfigured(options: ApplyOptions, webhooks: readonly ConfiguredWebhook[]): Promise<void> {
  const { database, accounts, log } = options
  for (const accountId of new Set(webhooks.map(({ account }) => account))) {
    if (!(await accounts.isKnown(accountId))) {
      log.warn('webhooks.account_unknown', { accountId })
      continue
    }
    const own = webhooks.filter(({ account }) => account === accountId)
    await database.tenantTransaction(accountId, async (trx) => {
      // The lock that makes of several nodes one after the other.
      await countWebhooksAlone(trx)
      for (const webhook of own) await put(options, trx, webhook)
    })
  }
  const wanted = new Set(webhooks.map((webhook) => `${webhook.account} ${configuredId(webhook)}`))
  for (const { accountId, id } of await listActiveWebhooks(database.system, configuredPrefix))
    if (!wanted.has(`${accountId} ${id}`)) await disable(options, accountId, id)
}

async function put(options: ApplyOptions, trx: TenantTransaction, webhook: ConfiguredWebhook): Promise<void> {
  const { audit, clock, secretKeys } = options
  const now = new Date(clock.now())
  const id = configuredId(webhook)
  const { url, description, eventTypes } = webhook
  const about = { actor: operatorActor, data: { webhook: id, url } }
  const row = await lockWebhook(trx, id)
  if (!row) {
    const secret = encrypt(secretKeys, webhook.secret)
    await insertWebhook(trx, { id, url, description, eventTypes, secret, madeBy: null, createdAt: now })
    return audit.recordForAccount(trx, { type: 'webhook.created', ...about })
  }
  const isSameSecret = tryToDecrypt(secretKeys, row.secret) === webhook.secret
  const changed = applyStatus({ ...row, url, description, eventTypes }, 'active', now)
  const types = [...auditTypesOf(row, changed), ...(isSameSecret ? [] : (['webhook.secret_rotated'] as const))]
  if (types.length === 0) return
  await saveWebhook(trx, {
    ...changed,
    ...(isSameSecret ? {} : replaceSecret(row, encrypt(secretKeys, webhook.secret), now)),
    updatedAt: now,
  })
  for (const type of types) await audit.recordForAccount(trx, { type, ...about })
}

/** The former one signs too for a while, so that file and receiver may be changed one after the other. */
const replaceSecret = (row: WebhookRow, secret: Buffer, now: Date) => ({
  secret,
  previousSecret: row.secret,
  previousUntil: new Date(now.getTime() + overlapMs),
})

const disable = ({ database, audit, clock }: ApplyOptions, accountId: AccountId, id: string): Promise<void> =>
  database.tenantTransaction(accountId, async (trx) => {
    const row = await lockWebhook(trx, id)
    if (row?.status !== 'active') return
    const now = new Date(clock.now())
    await saveWebhook(trx, { ...applyStatus(row, 'disabled', now), updatedAt: now })
    await failPendingMessages(trx, { webhookId: id, now })
    const data = { webhook: id, url: row.url }
    await audit.recordForAccount(trx, { type: 'webhook.disabled', actor: operatorActor, data })
  })
