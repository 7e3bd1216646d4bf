import type { WebhookAttempt, WebhookMessage } from '@spindle/contract'
import type { AttemptRow, ListedMessage } from './message-queries.ts'

export const toWebhookAttempt = ({ at, ...row }: AttemptRow): WebhookAttempt => ({ ...row, at: at.toISOString() })

export const toWebhookMessage = (row: ListedMessage): WebhookMessage => ({
  id: row.id as WebhookMessage['id'],
  type: row.type,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  data: row.data,
  releaseTitle: row.releaseTitle,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  lastAttempt: row.lastAttempt && { ...row.lastAttempt, at: new Date(row.lastAttempt.at).toISOString() },
})
