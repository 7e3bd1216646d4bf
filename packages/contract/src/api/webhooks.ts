import type { Static } from 'typebox'
import {
  webhookDisabledReasons,
  webhookEventTypes,
  webhookFailures,
  webhookMessageStatuses,
  webhookMessageTypes,
  webhookSources,
  webhookStatuses,
} from '../definition/exchange-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import type * as requests from '../definition/request-types.ts'
import {
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  PageOf,
  pageQuery,
  Timestamp,
  UpdatedAt,
} from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { type OverlapSeconds, overlapSeconds } from './keys.ts'

/**
 * Webhooks (Standard Webhooks 1.0.0): addresses of an account that the hub sends events to, the messages it sends there,
 * and what was answered. Thin: ids and statuses, read the resource for more.
 */

const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^https?://[^\\s\\u0000-\\u001F]+$',
  description:
    'Messages are sent to this URL. It must use https and a public address, unless the operator allows others.',
  examples: ['https://label.example/hooks/spindle'],
})

const WebhookDescription = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\S\\u0000-\\u001F]*[^\\s\\u0000-\\u001F\\u007F-\\u009F][^\\u0000-\\u001F\\u007F-\\u009F]*$',
  description: 'Description, shown in lists',
  examples: ['release calendar'],
})

const EventTypes = Type.Array(OneOf(webhookEventTypes), {
  minItems: 1,
  maxItems: webhookEventTypes.length,
  uniqueItems: true,
  description: 'Only these events; absent means all events, including types added later',
  examples: [['release.status_changed']],
})

const description = {
  id: Id('whk'),
  url: Type.String({
    maxLength: 2048,
    description: 'Messages are sent to this URL',
  }),
  description: Nullable(
    Type.String({ maxLength: 200, description: 'Description, shown in lists; null if there is none' }),
  ),
  eventTypes: Described(
    Nullable(Type.Array(OneOf(webhookEventTypes), { maxItems: webhookEventTypes.length })),
    'Only these events are sent; null means all events',
  ),
  source: OneOf(webhookSources, {
    description: 'configuration: defined in a file of the operator; it cannot be changed or deleted here',
  }),
  status: OneOf(webhookStatuses, {
    description: 'active: messages are sent. disabled: no messages are sent or stored',
  }),
  disabledReason: Nullable(
    OneOf(webhookDisabledReasons, {
      description:
        'requested: disabled by a person or a key. gone: the receiver answered 410. failing: no message was delivered for three days. backlog: too many messages are waiting',
    }),
  ),
  disabledAt: Nullable({ ...Timestamp, description: 'When the webhook was disabled; null if it is active' }),
  failingSince: Nullable({ ...Timestamp, description: 'The first failed attempt since the last delivered message' }),
  lastDeliveredAt: Nullable({ ...Timestamp, description: 'When a message was last delivered; null if none was' }),
  previousSecretUntil: Nullable({ ...Timestamp, description: 'Messages have a second signature until then' }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
}

/** A webhook as lists and reads show it, without its secret. */
export const Webhook = Type.Object(description)
export type Webhook = Static<typeof Webhook>

/** The answers that carry the secret: of creating and of rotating. */
export const CreatedWebhook = Type.Object({
  ...description,
  secret: Type.String({
    maxLength: 100,
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    examples: ['whsec_ExampleExampleExampleExampleExampleExample0='],
    description: 'The key that signs the messages. It is shown only in this response.',
  }),
})
export type CreatedWebhook = Static<typeof CreatedWebhook>

export const NewWebhook = ClosedObject({
  url: WebhookUrl,
  eventTypes: Type.Optional(EventTypes),
  description: Type.Optional(WebhookDescription),
})
export type NewWebhook = requests.NewWebhook

/** What may change: a merge patch, in which null takes the choice of types or the description away. */
export const WebhookPatch = ClosedObject({
  url: Type.Optional(WebhookUrl),
  eventTypes: Type.Optional(Nullable(EventTypes)),
  description: Type.Optional(Nullable(WebhookDescription)),
  status: Type.Optional(OneOf(webhookStatuses, { description: 'disabled: no messages are sent or stored' })),
})
export type WebhookPatch = Static<typeof WebhookPatch>

/** One try to bring a message. */
export const WebhookAttempt = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the attempt, starting at 1' }),
  at: { ...Timestamp, description: 'When the attempt started' },
  durationMs: Type.Integer({
    minimum: 0,
    maximum: 3_600_000,
    description: 'How long the attempt took in milliseconds',
  }),
  statusCode: Nullable(Type.Integer({ minimum: 100, maximum: 999, description: 'Null if there was no response' })),
  failure: Nullable(OneOf(webhookFailures, { description: 'The reason for the failure; null if it was delivered' })),
  answer: Nullable(Type.String({ maxLength: 2048, description: 'The first 2 KB of the response body' })),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>

/** One event on its way to one webhook. Its id is the header `webhook-id` of every attempt. */
export const WebhookMessage = Type.Object({
  id: Id('whm'),
  type: OneOf(webhookMessageTypes, { description: 'Type of the event' }),
  status: OneOf(webhookMessageStatuses, {
    description: 'pending: it will be sent. delivered: the receiver accepted it. failed: it was given up',
  }),
  createdAt: CreatedAt,
  data: Type.Record(Type.String(), Type.String({ maxLength: 200 }), { description: 'The same id as in the sent body' }),
  releaseTitle: Nullable(
    Type.String({
      maxLength: 500,
      description:
        'Current title of the release, or of the release of the delivery or import; null for other events, and if the release was deleted',
    }),
  ),
  attempts: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Number of attempts so far' }),
  nextAttemptAt: Nullable({ ...Timestamp, description: 'Next attempt; null if none is planned' }),
  endedAt: Nullable({ ...Timestamp, description: 'When the message was delivered or given up; null while it waits' }),
  lastAttempt: Described(Nullable(WebhookAttempt), 'The last attempt; null if there was none'),
})
export type WebhookMessage = Static<typeof WebhookMessage>

const webhooks = '/api/v1/distributor/webhooks'
const one = `${webhooks}/{webhookId}` as const
const params = Type.Object({ webhookId: Id('whk') })
const messageParams = Type.Object({ webhookId: Id('whk'), messageId: Id('whm') })

const reading = { tag: 'Webhooks', auth: 'apiKey', permission: 'music:read' } as const
const changing = { tag: 'Webhooks', auth: 'apiKey', permission: 'music:write' } as const
const ofOne = { params, notFound: 'webhook_not_found' } as const

export const createWebhook = defineOperation({
  ...changing,
  id: 'createWebhook',
  method: 'POST',
  path: webhooks,
  summary: 'Create a webhook',
  description:
    'Messages follow Standard Webhooks 1.0.0. Only this response contains the secret. Every message is delivered at least once; the order is not guaranteed. All attempts of a message have the same `webhook-id`.',
  body: NewWebhook,
  responses: { 201: { schema: CreatedWebhook, description: 'The webhook with its secret, shown once' } },
  showsSecret: true,
  errors: ['quota_exceeded'],
})

export const listWebhooks = defineOperation({
  ...reading,
  id: 'listWebhooks',
  method: 'GET',
  path: webhooks,
  summary: 'List webhooks, newest first',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(Webhook), description: 'A page of webhooks' } },
  errors: ['cursor_invalid'],
})

export const getWebhook = defineOperation({
  ...reading,
  ...ofOne,
  id: 'getWebhook',
  method: 'GET',
  path: one,
  summary: 'Get one webhook',
  responses: { 200: { schema: Webhook, description: 'The webhook, without its secret' } },
  errors: [],
  conditional: true,
})

export const updateWebhook = defineOperation({
  ...changing,
  ...ofOne,
  id: 'updateWebhook',
  method: 'PATCH',
  path: one,
  summary: 'Change, disable or enable a webhook',
  description:
    'Disabling a webhook drops its waiting messages. You can replay messages from the log when it is active again.',
  body: WebhookPatch,
  responses: { 200: { schema: Webhook, description: 'The changed webhook' } },
  errors: ['state_conflict'],
  conditional: true,
})

export const deleteWebhook = defineOperation({
  ...changing,
  ...ofOne,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: one,
  summary: 'Delete a webhook with its log',
  responses: { 204: { schema: null, description: 'The webhook was deleted' } },
  errors: ['state_conflict'],
  conditional: true,
})

export const rotateWebhookSecret = defineOperation({
  ...changing,
  ...ofOne,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${one}/rotate`,
  summary: 'Replace the secret of a webhook',
  description: 'During the overlap, every message has two signatures, one for each secret.',
  body: ClosedObject({
    overlapSeconds: Type.Optional(
      Type.Unsafe<OverlapSeconds>({
        type: 'integer',
        enum: [...overlapSeconds],
        default: 86_400,
        description: 'How long messages are also signed with the old secret, in seconds; default one day',
        examples: [86_400],
      }),
    ),
  }),
  responses: { 200: { schema: CreatedWebhook, description: 'The webhook with its new secret, shown once' } },
  showsSecret: true,
  errors: ['state_conflict'],
})

export const testWebhook = defineOperation({
  ...changing,
  ...ofOne,
  id: 'testWebhook',
  method: 'POST',
  path: `${one}/test`,
  summary: 'Send a test event to a webhook',
  description: 'Sends a message of type `endpoint.test`, regardless of the event types of the webhook.',
  responses: { 202: { schema: WebhookMessage, description: 'The message, waiting to be sent' } },
  errors: ['state_conflict'],
})

export const listWebhookMessages = defineOperation({
  ...reading,
  ...ofOne,
  id: 'listWebhookMessages',
  method: 'GET',
  path: `${one}/messages`,
  summary: 'List the messages of a webhook, newest first',
  description: 'Kept for 30 days, each with its last attempt.',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(OneOf(webhookMessageStatuses, { description: 'Only messages with this status' })),
  }),
  responses: { 200: { schema: PageOf(WebhookMessage), description: 'A page of messages' } },
  errors: ['cursor_invalid'],
})

export const listWebhookAttempts = defineOperation({
  ...reading,
  id: 'listWebhookAttempts',
  method: 'GET',
  path: `${one}/messages/{messageId}/attempts`,
  summary: 'List the attempts of a message, newest first',
  params: messageParams,
  notFound: 'webhook_message_not_found',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(WebhookAttempt), description: 'A page of attempts' } },
  errors: ['cursor_invalid'],
})

export const replayWebhookMessage = defineOperation({
  ...changing,
  id: 'replayWebhookMessage',
  method: 'POST',
  path: `${one}/messages/{messageId}/replay`,
  summary: 'Send a message again',
  description:
    'Sends it immediately with the same id and body, whether it was delivered, failed or is waiting. Its retries start again.',
  params: messageParams,
  notFound: 'webhook_message_not_found',
  responses: { 202: { schema: WebhookMessage, description: 'The message, waiting to be sent' } },
  errors: ['state_conflict'],
})

/** The operations of this file. */
export const webhookOperations = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookMessages,
  listWebhookAttempts,
  replayWebhookMessage,
] as const
