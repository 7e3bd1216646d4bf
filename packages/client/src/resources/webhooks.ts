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
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
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
  /** Makes a new secret; the old one also signs during the overlap, by default a day. */
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
export const webhooksResource = (call: OperationCaller): Webhooks => ({
  ...operationMethods<Omit<Webhooks, 'update' | 'rotateSecret'>>(call, {
    create: 'createWebhook',
    list: 'listWebhooks',
    get: 'getWebhook',
    delete: 'deleteWebhook',
    test: 'testWebhook',
    listMessages: 'listWebhookMessages',
    listAttempts: 'listWebhookAttempts',
    replay: 'replayWebhookMessage',
  }),
  // JSON leaves out what is undefined.
  update: (webhookId, patch, options) =>
    call('updateWebhook', { params: { webhookId }, body: patch as WebhookPatch }, options),
  rotateSecret: (webhookId, { overlapSeconds } = {}, options) => {
    const body = overlapSeconds === undefined ? {} : { overlapSeconds }
    return call('rotateWebhookSecret', { params: { webhookId }, body }, options)
  },
})
