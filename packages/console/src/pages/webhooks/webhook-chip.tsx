import type { Webhook, WebhookMessage } from '@spindle/client'
import { webhookWords } from '../../words/account/webhook-words.ts'

/** Shape, word and colour each show it. */

const looks = {
  active: ['●', 'good'],
  failing: ['▲', 'warn'],
  disabled: ['✕', 'danger'],
} as const

export const stateOf = ({ status, failingSince }: Webhook): keyof typeof looks =>
  status === 'active' && failingSince !== null ? 'failing' : status

export function WebhookChip({ webhook }: { readonly webhook: Webhook }) {
  const state = stateOf(webhook)
  const [mark, tone] = webhook.disabledReason === 'requested' ? (['◌', 'idle'] as const) : looks[state]
  return (
    <span className={`chip ${tone}`}>
      <span aria-hidden="true">{mark}</span> {webhookWords.statuses[state]}
    </span>
  )
}

const messageLooks: Readonly<Record<WebhookMessage['status'], readonly [string, string]>> = {
  pending: ['◔', 'info'],
  delivered: ['●', 'good'],
  failed: ['✕', 'danger'],
}

export function MessageChip({ status }: Pick<WebhookMessage, 'status'>) {
  const [mark, tone] = messageLooks[status]
  return (
    <span className={`chip ${tone}`}>
      <span aria-hidden="true">{mark}</span> {webhookWords.messageStatuses[status]}
    </span>
  )
}
