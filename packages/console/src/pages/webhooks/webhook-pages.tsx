import type { Membership } from '../../data/api/session-api.ts'
import { WebhookPage } from './webhook-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

export interface WebhookPagesProps {
  readonly membership: Membership
  readonly webhookId: string | undefined
}

/** All webhooks of an account, or one of them. */
export const WebhookPages = ({ membership, webhookId }: WebhookPagesProps) =>
  webhookId === undefined ? (
    <WebhooksPage membership={membership} />
  ) : (
    <WebhookPage key={webhookId} membership={membership} webhookId={webhookId} />
  )
