import type {
  CreatedWebhook,
  NewWebhook,
  OverlapSeconds,
  Webhook,
  WebhookMessage,
  WebhookPatch,
} from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Query, Result } from '../operations/endpoints.ts'
import { type List, pagedList } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

type MessageListQuery = Omit<Query<'listWebhookMessages'>, 'cursor'>
type PageQuery = Omit<Query<'listWebhooks'>, 'cursor'>

/** Addresses of yours that the hub sends events to, signed (Standard Webhooks 1.0.0). */
export interface Webhooks {
  /** Makes a webhook; the answer is the only place where its secret appears. */
  create(body: NewWebhook, options?: RequestOptions): ApiPromise<CreatedWebhook>
  /** Webhooks, newest first. */
  list(query?: PageQuery, options?: RequestOptions): List<Result<'listWebhooks'>>
  /** One webhook, without its secret. */
  get(webhookId: string, options?: RequestOptions): ApiPromise<Webhook>
  /** Changes the address, the types or the description, disables it or enables it. */
  update(webhookId: string, patch: AllowUndefined<WebhookPatch>, options?: RequestOptions): ApiPromise<Webhook>
  /** Deletes a webhook with its log. */
  delete(webhookId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Makes a new secret; the old one signs too for the overlap, a day unless said. */
  rotateSecret(
    webhookId: string,
    rotation?: { readonly overlapSeconds?: OverlapSeconds | undefined },
    options?: RequestOptions,
  ): ApiPromise<CreatedWebhook>
  /** Sends a test event. */
  test(webhookId: string, options?: RequestOptions): ApiPromise<WebhookMessage>
  /** What was sent to a webhook, newest first. */
  listMessages(
    webhookId: string,
    query?: MessageListQuery,
    options?: RequestOptions,
  ): List<Result<'listWebhookMessages'>>
  /** Each attempt to bring a message, newest first, with what was answered. */
  listAttempts(
    webhookId: string,
    messageId: string,
    query?: PageQuery,
    options?: RequestOptions,
  ): List<Result<'listWebhookAttempts'>>
  /** Sends a message once more, with the same id. */
  replay(webhookId: string, messageId: string, options?: RequestOptions): ApiPromise<WebhookMessage>
}

/** `client.webhooks`. */
export function webhooksResource(call: OperationCaller): Webhooks {
  const one = (webhookId: string) => ({ params: { webhookId: webhookId as Webhook['id'] } })
  const message = (webhookId: string, messageId: string) => ({
    params: { webhookId: webhookId as Webhook['id'], messageId: messageId as WebhookMessage['id'] },
  })
  return {
    create: (body, options) => call('createWebhook', { body }, options),
    list: (query, options) => pagedList((cursor) => call('listWebhooks', { query: { ...query, ...cursor } }, options)),
    get: (webhookId, options) => call('getWebhook', one(webhookId), options),
    update: (webhookId, patch, options) =>
      call('updateWebhook', { ...one(webhookId), body: patch as WebhookPatch }, options),
    delete: (webhookId, options) => call('deleteWebhook', one(webhookId), options),
    rotateSecret: (webhookId, { overlapSeconds } = {}, options) => {
      const body = overlapSeconds === undefined ? {} : { overlapSeconds }
      return call('rotateWebhookSecret', { ...one(webhookId), body }, options)
    },
    test: (webhookId, options) => call('testWebhook', one(webhookId), options),
    listMessages: (webhookId, query, options) =>
      pagedList((cursor) =>
        call('listWebhookMessages', { ...one(webhookId), query: { ...query, ...cursor } }, options),
      ),
    listAttempts: (webhookId, messageId, query, options) =>
      pagedList((cursor) =>
        call('listWebhookAttempts', { ...message(webhookId, messageId), query: { ...query, ...cursor } }, options),
      ),
    replay: (webhookId, messageId, options) => call('replayWebhookMessage', message(webhookId, messageId), options),
  }
}
