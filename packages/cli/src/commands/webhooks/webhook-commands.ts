import { choice, choices, flag, pageOptions, text } from '@spindle/command-line'
import { webhookEventTypes, webhookMessageStatuses } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'
import { overlap } from '../keys/key-options.ts'

const webhookId = argument.id('webhook', 'Id of the webhook (whk_...)')
const messageId = argument.id('message', 'Id of the message (whm_...)')
const types = choices('--types <list>', 'Only these types of events (default: all)', webhookEventTypes)
const description = text('--description <text>', 'What it is for')
const yes = flag('-y, --yes', 'Do not ask')

export const create = {
  arguments: { url: argument.one('Where messages are sent, https') },
  options: { types, description },
}
export const list = { options: pageOptions }
export const one = { arguments: { webhookId } }
export const update = {
  arguments: { webhookId },
  options: {
    url: text('--url <url>', 'Where messages are sent'),
    types,
    all: flag('--all-types', 'All types of events'),
    description,
  },
}
export const rotate = {
  arguments: { webhookId },
  options: { overlap: overlap('--overlap <time>', 'How long the old secret signs too (default: 24h)') },
}
export const remove = { arguments: { webhookId }, options: { yes } }
export const messages = {
  arguments: { webhookId },
  options: {
    status: choice('--status <status>', 'Only messages in this state', webhookMessageStatuses),
    ...pageOptions,
  },
}
export const attempts = { arguments: { webhookId, messageId }, options: pageOptions }
export const replay = { arguments: { webhookId, messageId } }
export const listen = {
  options: {
    forwardTo: text('--forward-to <url>', 'Where events are sent, such as http://localhost:3000/hooks'),
    types,
  },
}

export const webhookCommands = [
  defineCommand({
    name: 'listen',
    summary: 'Send events to a server on this machine as they happen, signed like webhooks',
    description:
      'For developing a receiver. The hub stores nothing, and the signing secret is valid only while the command runs. After a lost connection the command continues behind the last event. Ctrl-C ends it.',
    examples: ['spindle listen --forward-to http://localhost:3000/hooks'],
    operations: ['streamEvents'],
    input: listen,
    load: async () => (await import('./listen.ts')).listenForEvents,
  }),
  defineCommand({
    name: 'webhooks create',
    summary: 'Create a webhook and show its secret once',
    examples: ['spindle webhooks create https://label.example/hooks --types release.status_changed > secret.txt'],
    operations: ['createWebhook'],
    input: create,
    load: async () => (await import('./create-webhook.ts')).createWebhook,
  }),
  defineCommand({
    name: 'webhooks list',
    summary: 'List webhooks, newest first',
    operations: ['listWebhooks'],
    input: list,
    load: async () => (await import('./list-webhooks.ts')).listWebhooks,
  }),
  defineCommand({
    name: 'webhooks get',
    summary: 'Show one webhook, without its secret',
    operations: ['getWebhook'],
    input: one,
    load: async () => (await import('./list-webhooks.ts')).getWebhook,
  }),
  defineCommand({
    name: 'webhooks update',
    summary: 'Change the address, the types or the description of a webhook',
    operations: ['updateWebhook'],
    input: update,
    load: async () => (await import('./change-webhook.ts')).updateWebhook,
  }),
  defineCommand({
    name: 'webhooks enable',
    summary: 'Send to a webhook again',
    operations: ['updateWebhook'],
    input: one,
    load: async () => (await import('./change-webhook.ts')).enableWebhook,
  }),
  defineCommand({
    name: 'webhooks disable',
    summary: 'Stop sending to a webhook and drop waiting messages',
    operations: ['updateWebhook'],
    input: one,
    load: async () => (await import('./change-webhook.ts')).disableWebhook,
  }),
  defineCommand({
    name: 'webhooks rotate',
    summary: 'Replace the secret of a webhook with a new one, shown once',
    operations: ['rotateWebhookSecret'],
    input: rotate,
    load: async () => (await import('./create-webhook.ts')).rotateSecret,
  }),
  defineCommand({
    name: 'webhooks delete',
    summary: 'Delete a webhook with its log',
    operations: ['deleteWebhook'],
    input: remove,
    load: async () => (await import('./change-webhook.ts')).deleteWebhook,
  }),
  defineCommand({
    name: 'webhooks test',
    summary: 'Send a test event to a webhook',
    operations: ['testWebhook'],
    input: one,
    load: async () => (await import('./list-messages.ts')).testWebhook,
  }),
  defineCommand({
    name: 'webhooks messages',
    summary: 'List what was sent to a webhook, newest first',
    operations: ['listWebhookMessages'],
    input: messages,
    load: async () => (await import('./list-messages.ts')).listMessages,
  }),
  defineCommand({
    name: 'webhooks attempts',
    summary: 'List the delivery attempts of a message with their answers, newest first',
    operations: ['listWebhookAttempts'],
    input: attempts,
    load: async () => (await import('./list-messages.ts')).listAttempts,
  }),
  defineCommand({
    name: 'webhooks replay',
    summary: 'Send a message again',
    operations: ['replayWebhookMessage'],
    input: replay,
    load: async () => (await import('./list-messages.ts')).replayMessage,
  }),
]
