import type { WebhookAttempt, WebhookMessage } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { listing } from '../operation-handlers.ts'
import type { attempts, messages, one, replay } from './webhook-commands.ts'

export const listMessages: CommandHandler<typeof messages> = listing(
  ({ webhooks }, { webhookId, ...query }, options) => webhooks.listMessages(webhookId, query, options),
  {
    empty: ({ webhookId }) => `Nothing was sent yet. Try it with: spindle webhooks test ${webhookId}`,
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['type', ({ type }) => type],
      ['of', ({ data }) => data.id, 'extra'],
      ['release', ({ releaseTitle }) => releaseTitle, 'text'],
      ['attempts', ({ attempts: count }) => String(count)],
      ['last answer', ({ lastAttempt }) => lastAttempt && describeOutcome(lastAttempt)],
      ['created', ({ createdAt }) => createdAt, 'extra'],
    ],
  },
)

export const listAttempts: CommandHandler<typeof attempts> = listing(
  ({ webhooks }, { webhookId, messageId, ...query }, options) =>
    webhooks.listAttempts(webhookId, messageId, query, options),
  {
    empty: 'There was no attempt yet.',
    columns: [
      ['attempt', ({ number }) => String(number)],
      ['at', ({ at }) => at],
      ['answer', (attempt) => describeOutcome(attempt)],
      ['took', ({ durationMs }) => `${durationMs} ms`],
      ['body', ({ answer }) => answer, 'text'],
    ],
  },
)

/** The status that was answered, or why there was none. */
function describeOutcome({ statusCode, failure }: WebhookAttempt): string {
  return statusCode === null ? (failure ?? '').replaceAll('_', ' ') : String(statusCode)
}

export const testWebhook: CommandHandler<typeof one> = async (context, { webhookId }) => {
  const { webhooks } = await context.client()
  return showSent(context, webhookId, await webhooks.test(webhookId, { signal: context.signal }))
}

export const replayMessage: CommandHandler<typeof replay> = async (context, { webhookId, messageId }) => {
  const { webhooks } = await context.client()
  return showSent(context, webhookId, await webhooks.replay(webhookId, messageId, { signal: context.signal }))
}

async function showSent({ out }: CommandContext, webhookId: string, message: WebhookMessage): Promise<undefined> {
  out.result(message, () => [`${message.id} is being sent.`])
  out.next(`To see the response: spindle webhooks attempts ${webhookId} ${message.id}`)
}
