import type { CreatedWebhook, Webhook } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { useWebhooks, webhooksKey } from '../../data/queries/webhook-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { webhookWords } from '../../words/account/webhook-words.ts'
import { formatAgo, words } from '../../words/words.ts'
import { RevealedWebhookSecret } from './revealed-webhook-secret.tsx'
import { WebhookChip } from './webhook-chip.tsx'
import { type WebhookChoices, WebhookDialog } from './webhook-dialog.tsx'

/** The webhooks of an account, and making one. */
export function WebhooksPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const client = useQueryClient()
  const webhooks = useWebhooks(accountId)
  const [isMaking, setMaking] = useState(false)
  const [revealed, setRevealed] = useState<CreatedWebhook>()
  const items = webhooks.data?.pages.flatMap(({ data }) => data) ?? []
  const mayChange = role !== 'viewer'
  const make = async ({ url, description, eventTypes }: WebhookChoices): Promise<void> => {
    const created = await hubOf(accountId).webhooks.create({
      url,
      ...(description !== null && { description }),
      ...(eventTypes !== null && { eventTypes: [...eventTypes] }),
    })
    void client.invalidateQueries({ queryKey: webhooksKey(accountId) })
    setRevealed(created)
  }
  const makeButton = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {webhookWords.make}
    </Button>
  )
  return (
    <Page title={words.webhooks} actions={mayChange && items.length > 0 && makeButton}>
      <p className="soft">{webhookWords.lead}</p>
      {!mayChange && <RoleNotice membership={membership} what={webhookWords.change} />}
      {webhooks.error && <FailureNotice error={webhooks.error} onRetry={() => void webhooks.refetch()} />}
      {webhooks.isPending && <Skeleton rows={4} />}
      {webhooks.data && items.length === 0 && (
        <EmptyState
          title={webhookWords.emptyTitle}
          text={webhookWords.empty}
          {...(mayChange && { action: makeButton })}
        />
      )}
      {items.length > 0 && (
        <ul className="card rows">
          {items.map((webhook) => (
            <WebhookRow key={webhook.id} accountId={accountId} webhook={webhook} />
          ))}
        </ul>
      )}
      {webhooks.hasNextPage && (
        <p className="more">
          <Button isBusy={webhooks.isFetchingNextPage} onClick={() => void webhooks.fetchNextPage()}>
            {webhookWords.more}
          </Button>
        </p>
      )}
      {isMaking && (
        <WebhookDialog
          title={webhookWords.make}
          action={webhookWords.make}
          initial={{ url: '', description: null, eventTypes: null }}
          onSend={make}
          onClose={() => setMaking(false)}
        />
      )}
      {revealed && <RevealedWebhookSecret created={revealed} onClose={() => setRevealed(undefined)} />}
    </Page>
  )
}

interface WebhookRowProps {
  readonly accountId: string
  readonly webhook: Webhook
}

function WebhookRow({ accountId, webhook }: WebhookRowProps) {
  const { id, url, description, lastDeliveredAt } = webhook
  const facts = [
    describeTypes(webhook),
    lastDeliveredAt === null ? webhookWords.neverDelivered : webhookWords.delivered(formatAgo(lastDeliveredAt)),
  ]
  return (
    <li className="key-row">
      <span className="release-text">
        <Link className="release-title" href={pathOf('webhook', { accountId, webhookId: id })}>
          <bdi>{description ?? url}</bdi>
        </Link>
        {description !== null && <bdi className="small mono soft address">{url}</bdi>}
        <span className="small soft">{facts.join(' · ')}</span>
      </span>
      <WebhookChip webhook={webhook} />
    </li>
  )
}

export const describeTypes = ({ eventTypes }: Pick<Webhook, 'eventTypes'>): string =>
  eventTypes === null ? webhookWords.allTypes : eventTypes.map((type) => webhookWords.eventTypes[type]).join(', ')
