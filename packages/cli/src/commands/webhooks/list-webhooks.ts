import type { Webhook } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { listing, showing } from '../operation-handlers.ts'
import type { list, one } from './webhook-commands.ts'

export const listWebhooks: CommandHandler<typeof list> = listing(
  ({ webhooks }, query, options) => webhooks.list(query, options),
  {
    empty: 'There are no webhooks. Create one with: spindle webhooks create <url>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', (webhook) => describeStatus(webhook)],
      ['url', ({ url }) => url, 'text'],
      ['types', ({ eventTypes }) => eventTypes?.join(', ') ?? 'all', 'text'],
      ['delivered', ({ lastDeliveredAt }) => lastDeliveredAt, 'extra'],
    ],
  },
)

/** `disabled (gone)`, or since when nothing arrives. */
export function describeStatus({ status, disabledReason, failingSince }: Webhook): string {
  if (disabledReason !== null) return `${status} (${disabledReason})`
  return failingSince === null ? status : `${status}, failing`
}

export const getWebhook: CommandHandler<typeof one> = showing(
  ({ webhooks }, { webhookId }, options) => webhooks.get(webhookId, options),
  (webhook, { columns }) => formatWebhook(webhook, columns),
)

export function formatWebhook(webhook: Webhook, columns: number): readonly string[] {
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
