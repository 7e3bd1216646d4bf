import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhookMessages,
  listWebhooks,
  replayWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { AuditActor } from '../people/index.ts'
import type { MessageService } from './message-log.ts'
import type { WebhookService } from './service.ts'

export function bindWebhooks(http: Http, webhooks: WebhookService, messages: MessageService): void {
  const { bodyRules } = webhooks
  route(
    http,
    createWebhook,
    async ({ trx, principal, body }) => {
      const created = await webhooks.create(trx, toActor(principal), body)
      return { body: created, location: `${createWebhook.path}/${created.id}` }
    },
    { bodyRules },
  )
  route(http, listWebhooks, async ({ tenant, page }) => ({ page: await webhooks.list(tenant, page) }))
  route(http, getWebhook, async ({ tenant, params }) => {
    const { webhook, etag } = await webhooks.get(tenant, params.webhookId)
    return { body: webhook, etag }
  })
  route(
    http,
    updateWebhook,
    async ({ trx, principal, params, body, ifMatch }) => {
      const request = { id: params.webhookId, ifMatch, patch: body }
      const { webhook, etag } = await webhooks.update(trx, toActor(principal), request)
      return { body: webhook, etag }
    },
    { bodyRules },
  )
  route(http, deleteWebhook, async ({ trx, principal, params, ifMatch }) => {
    await webhooks.delete(trx, toActor(principal), { id: params.webhookId, ifMatch })
    return { body: undefined }
  })
  route(http, rotateWebhookSecret, async ({ trx, principal, params, body }) => {
    const rotation = { id: params.webhookId, overlapSeconds: body.overlapSeconds ?? 86_400 }
    return { body: await webhooks.rotate(trx, toActor(principal), rotation) }
  })
  route(http, testWebhook, async ({ trx, params }) => ({ body: await messages.test(trx, params.webhookId) }))
  route(http, listWebhookMessages, async ({ tenant, params, query, page }) => ({
    page: await messages.list(tenant, { webhookId: params.webhookId, status: query.status }, page),
  }))
  route(http, listWebhookAttempts, async ({ tenant, params, page }) => ({
    page: await messages.listAttempts(tenant, params, page),
  }))
  route(http, replayWebhookMessage, async ({ trx, params }) => ({ body: await messages.replay(trx, params) }))
}

const toActor = (principal: AccountPrincipal): AuditActor => {
  const { kind, id } = principal
  if (kind === 'user') return { type: 'user', id, name: principal.name }
  return { type: kind === 'apiKey' ? 'key' : 'client', id, name: null }
}
