import type { WebhookPatch } from '@spindle/client'
import { UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { ending } from '../operation-handlers.ts'
import { describeStatus, formatWebhook } from './list-webhooks.ts'
import type { one, remove, update } from './webhook-commands.ts'

export const updateWebhook: CommandHandler<typeof update> = async ({ client, out, signal }, given) => {
  const { webhookId, url, types, all, description } = given
  if (all && types !== undefined) throw new UsageError('--types and --all-types cannot be used together')
  const patch = {
    ...(url === undefined ? {} : { url }),
    ...(types === undefined ? {} : { eventTypes: [...types] }),
    ...(all ? { eventTypes: null } : {}),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
  }
  if (Object.keys(patch).length === 0)
    throw new UsageError('Nothing to change', 'Add --url, --types, --all-types or --description.')
  const webhook = await (await client()).webhooks.update(webhookId, patch, { signal })
  out.result(webhook, () => formatWebhook(webhook, out.columns))
  return undefined
}

export const enableWebhook: CommandHandler<typeof one> = (context, { webhookId }) =>
  setStatus(context, webhookId, 'active')

export const disableWebhook: CommandHandler<typeof one> = (context, { webhookId }) =>
  setStatus(context, webhookId, 'disabled')

async function setStatus(
  { client, out, signal }: CommandContext,
  webhookId: string,
  status: NonNullable<WebhookPatch['status']>,
): Promise<undefined> {
  const webhook = await (await client()).webhooks.update(webhookId, { status }, { signal })
  out.result(webhook, () => [sanitizeText(`${webhook.id} is ${describeStatus(webhook)}.`)])
}

export const deleteWebhook: CommandHandler<typeof remove> = ending({
  question: async ({ webhooks }, { webhookId }, options) =>
    `Delete the webhook to ${(await webhooks.get(webhookId, options)).url} with its log?`,
  end: ({ webhooks }, { webhookId }, options) => webhooks.delete(webhookId, options),
  done: ({ webhookId }) => [
    { id: webhookId, status: 'deleted' },
    `${webhookId} was deleted. The hub sends it no more messages.`,
  ],
})
