import type { Webhook } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { showList } from '../../output/show-list.ts'
import type { list, one } from './webhook-commands.ts'

export const listWebhooks: CommandHandler<typeof list> = async (context, { all, ...query }) => {
  const { webhooks } = await context.client()
  await showList(context, webhooks.list(query, { signal: context.signal }), {
    all,
    empty: 'There are no webhooks. Create one with: spindle webhooks create <url>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', describeStatus],
      ['url', ({ url }) => url, 'text'],
      ['types', ({ eventTypes }) => eventTypes?.join(', ') ?? 'all', 'text'],
      ['delivered', ({ lastDeliveredAt }) => lastDeliveredAt, 'extra'],
    ],
  })
  return undefined
}

/** `disabled (gone)`, or since when nothing arrives. */
export const describeStatus = ({ status, disabledReason, failingSince }: Webhook): string => {
  if (disabledReason !== null) return `${status} (${disabledReason})`
  return failingSince === null ? status : `${status}, failing`
}

export const getWebhook: CommandHandler<typeof one> = async ({ client, out, signal }, { webhookId }) => {
  const webhook = await (await client()).webhooks.get(webhookId, { signal })
  out.result(webhook, () => formatWebhook(webhook, out.columns))
  return undefined
}

export function formatWebhook(webhook: Webhook, columns: number | undefined): readonly string[] {
  const facts = Object.entries({ ...webhook, eventTypes: webhook.eventTypes?.join(', ') ?? 'all' })
  return formatTable(
    [
      ['', ([name]) => name],
      ['', ([, value]) => value, 'text'],
    ],
    facts.filter(([, value]) => value !== null),
    { header: false, columns },
  )
}
