import type { WebhookAttempt, WebhookMessage } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../output/show-list.ts'
import type { attempts, messages, one, replay } from './webhook-commands.ts'

export const listMessages: CommandHandler<typeof messages> = async (context, { webhookId, all, ...query }) => {
  const { webhooks } = await context.client()
  await showList(context, webhooks.listMessages(webhookId, query, { signal: context.signal }), {
    all,
    empty: `Nothing was sent yet. Try it with: spindle webhooks test ${webhookId}`,
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['type', ({ type }) => type],
      ['of', ({ data }) => data.id, 'extra'],
      ['attempts', ({ attempts: count }) => String(count)],
      ['last answer', ({ lastAttempt }) => lastAttempt && describeOutcome(lastAttempt)],
      ['created', ({ createdAt }) => createdAt, 'extra'],
    ],
  })
  return undefined
}

export const listAttempts: CommandHandler<typeof attempts> = async (
  context,
  { webhookId, messageId, all, ...query },
) => {
  const { webhooks } = await context.client()
  await showList(context, webhooks.listAttempts(webhookId, messageId, query, { signal: context.signal }), {
    all,
    empty: 'There was no attempt yet.',
    columns: [
      ['attempt', ({ number }) => String(number)],
      ['at', ({ at }) => at],
      ['answer', describeOutcome],
      ['took', ({ durationMs }) => `${durationMs} ms`],
      ['body', ({ answer }) => answer, 'text'],
    ],
  })
  return undefined
}

/** The status that was answered, or why there was none. */
const describeOutcome = ({ statusCode, failure }: WebhookAttempt): string =>
  statusCode === null ? (failure ?? '').replaceAll('_', ' ') : String(statusCode)

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
