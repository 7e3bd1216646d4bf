import {
  AppError,
  type CreatedWebhook,
  type FieldError,
  type NewWebhook,
  type OverlapSeconds,
  type Webhook,
  type WebhookPatch,
} from '@spindle/contract'
import type { BodyRules } from '../../http/requests/body-rules.ts'
import { contentEtag, requireMatch } from '../../http/responses/etag.ts'
import type { PageRequest, PageResult } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { AllowedTargets } from '../../platform/outgoing/allowed-targets.ts'
import { encrypt, type Keys } from '../../platform/secrets/encryption.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { Audit, AuditActor } from '../people/index.ts'
import { isAllowedAddress } from './allowed-address.ts'
import { isConfigured } from './configured/configured-id.ts'
import { failPendingMessages } from './messages/message-queries.ts'
import { makeSigningSecret } from './sending/sign-message.ts'
import {
  countWebhooks,
  countWebhooksAlone,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  saveWebhook,
  type WebhookRow,
} from './webhook-queries.ts'

/** The webhooks of an account. A secret exists in the answer of `create` and `rotate` only; it is stored sealed. */
export interface WebhookService {
  /** What is refused of a new or changed webhook, beside its schema. */
  readonly bodyRules: BodyRules
  create(trx: TenantTransaction, actor: AuditActor, request: NewWebhook): Promise<CreatedWebhook>
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<Webhook>>
  /** Throws `webhook_not_found`, like all that follow. */
  get(tenant: Tenant, id: string): Promise<TaggedWebhook>
  update(trx: TenantTransaction, actor: AuditActor, request: Change & { patch: WebhookPatch }): Promise<TaggedWebhook>
  delete(trx: TenantTransaction, actor: AuditActor, request: Change): Promise<void>
  rotate(trx: TenantTransaction, actor: AuditActor, request: Rotation): Promise<CreatedWebhook>
}

export interface TaggedWebhook {
  readonly webhook: Webhook
  readonly etag: string
}

interface Change {
  readonly id: string
  readonly ifMatch: string | undefined
}

interface Rotation {
  readonly id: string
  readonly overlapSeconds: OverlapSeconds
}

export interface WebhookServiceOptions {
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Pick<Audit, 'recordForAccount'>
  readonly targets: AllowedTargets
  readonly secretKeys: Keys
  /** How many an account may have. */
  readonly quota: number
}

export function webhookService(options: WebhookServiceOptions): WebhookService {
  const { ids, clock, audit, targets, secretKeys, quota } = options
  const now = (): Date => new Date(clock.now())
  return {
    bodyRules: webhookBodyRules(targets),
    async create(trx, actor, { url, eventTypes, description }) {
      requireAllowed(targets, url)
      requireQuota(await countWebhooksAlone(trx), quota)
      const secret = makeSigningSecret()
      const row = await insertWebhook(trx, {
        id: ids.make('whk'),
        url,
        description: description ?? null,
        eventTypes: eventTypes ?? null,
        secret: encrypt(secretKeys, secret),
        madeBy: actor.id,
        createdAt: now(),
      })
      await audit.recordForAccount(trx, { type: 'webhook.created', actor, data: { webhook: row.id, url } })
      return { ...toWebhook(row), secret }
    },
    async list(tenant, { limit, after, wantsTotal }) {
      const rows = await listWebhookRows(tenant, { limit: limit + 1, after })
      const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
      return { data: data.map(toWebhook), next, ...(wantsTotal ? { total: await countWebhooks(tenant) } : {}) }
    },
    async get(tenant, id) {
      return tagged(await findWebhook(tenant, id))
    },
    async update(trx, actor, { id, ifMatch, patch }) {
      const row = await lockFor(trx, { id, ifMatch })
      if (patch.url !== undefined) requireAllowed(targets, patch.url)
      const madeBy = patch.url === undefined || patch.url === row.url ? row.madeBy : actor.id
      const changed = { ...applyStatus(applyPatch(row, patch), patch.status, now()), madeBy, updatedAt: now() }
      await saveWebhook(trx, changed)
      if (row.status === 'active' && changed.status === 'disabled')
        await failPendingMessages(trx, { webhookId: id, now: now() })
      const data = { webhook: id, url: changed.url }
      for (const type of auditTypesOf(row, changed)) await audit.recordForAccount(trx, { type, actor, data })
      return tagged(changed)
    },
    async delete(trx, actor, change) {
      const { id, url } = await lockFor(trx, change)
      await deleteWebhookRow(trx, id)
      await audit.recordForAccount(trx, { type: 'webhook.deleted', actor, data: { webhook: id, url } })
    },
    async rotate(trx, actor, { id, overlapSeconds }) {
      const row = await lockFor(trx, { id, ifMatch: undefined })
      const secret = makeSigningSecret()
      const rotated: WebhookRow = {
        ...row,
        secret: encrypt(secretKeys, secret),
        previousSecret: overlapSeconds === 0 ? null : row.secret,
        previousUntil: overlapSeconds === 0 ? null : new Date(clock.now() + overlapSeconds * 1_000),
        updatedAt: now(),
      }
      await saveWebhook(trx, rotated)
      await audit.recordForAccount(trx, {
        type: 'webhook.secret_rotated',
        actor,
        data: { webhook: id, url: row.url },
      })
      return { ...toWebhook(rotated), secret }
    },
  }
}

async function lockFor(trx: TenantTransaction, { id, ifMatch }: Change): Promise<WebhookRow> {
  const row = await lockWebhook(trx, id)
  requireMatch(ifMatch, tagged(row).etag)
  if (isConfigured(id))
    throw new AppError('state_conflict', {
      detail: 'This webhook is defined in the configuration of the hub. Ask the operator to change it there.',
    })
  return row as WebhookRow
}

function tagged(row: WebhookRow | undefined): TaggedWebhook {
  if (!row) throw new AppError('webhook_not_found')
  const webhook = toWebhook(row)
  // What was sent lately changes the representation too.
  return { webhook, etag: contentEtag(JSON.stringify(webhook)) }
}

function requireQuota(used: number, limit: number): void {
  if (used < limit) return
  throw new AppError('quota_exceeded', {
    detail: `The account can have at most ${limit} webhooks and has ${used}. Delete one that you do not need, or ask the operator for a larger quota.`,
    extensions: { quota: 'webhooks', limit, used },
  })
}

function requireAllowed(targets: AllowedTargets, url: string): void {
  if (!isAllowedAddress(targets, url)) throw new AppError('validation_failed', { errors: [addressRefused] })
}

/** Of a body that is refused for another reason. */
const webhookBodyRules = (targets: AllowedTargets): BodyRules => ({
  check: ({ value: { url } }) => (typeof url === 'string' && !isAllowedAddress(targets, url) ? [addressRefused] : []),
})

const addressRefused: FieldError = {
  pointer: '/url',
  code: 'address_refused',
  detail:
    'The hub sends messages only to public hosts over https, on port 443, 80 or 1024 and above. The address must not contain a user name or password.',
  fix: 'Use an https address of a public host, or ask the operator to add your host to SPINDLE_WEBHOOK_TARGETS.',
}

const applyPatch = (row: WebhookRow, { url, eventTypes, description }: WebhookPatch): WebhookRow => ({
  ...row,
  url: url ?? row.url,
  eventTypes: eventTypes === undefined ? row.eventTypes : eventTypes,
  description: description === undefined ? row.description : description,
})

export function applyStatus(row: WebhookRow, status: WebhookPatch['status'], now: Date): WebhookRow {
  if (status === undefined || status === row.status) return row
  return status === 'disabled'
    ? { ...row, status, disabledReason: 'requested', disabledAt: now }
    : { ...row, status, disabledReason: null, disabledAt: null, failingSince: null }
}

export function auditTypesOf(before: WebhookRow, after: WebhookRow) {
  const isEdited =
    before.url !== after.url ||
    before.description !== after.description ||
    String(before.eventTypes) !== String(after.eventTypes)
  const turned = after.status === 'active' ? 'webhook.enabled' : 'webhook.disabled'
  return [
    ...(isEdited ? (['webhook.updated'] as const) : []),
    ...(before.status === after.status ? [] : ([turned] as const)),
  ]
}

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id as Webhook['id'],
  url: row.url,
  description: row.description,
  eventTypes: row.eventTypes,
  source: isConfigured(row.id) ? 'configuration' : 'account',
  status: row.status,
  disabledReason: row.disabledReason,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  failingSince: row.failingSince?.toISOString() ?? null,
  lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
  previousSecretUntil: row.previousUntil?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
