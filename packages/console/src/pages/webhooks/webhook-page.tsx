import type { CreatedWebhook, Webhook } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { useWebhook, webhookKey } from '../../data/queries/webhook-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { pathOf } from '../../routes.ts'
import { webhookWords } from '../../words/account/webhook-words.ts'
import { formatAgo, formatInstant, words } from '../../words/words.ts'
import { MessageLog } from './message-log.tsx'
import { RevealedWebhookSecret } from './revealed-webhook-secret.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookChip } from './webhook-chip.tsx'
import { describeTypes } from './webhooks-page.tsx'

export interface WebhookPageProps {
  readonly membership: Membership
  readonly webhookId: string
}

/** One webhook: its status, its messages and their answers, and its actions. */
export function WebhookPage({ membership, webhookId }: WebhookPageProps) {
  const { accountId, role } = membership
  const webhook = useWebhook(accountId, webhookId)
  const [revealed, setRevealed] = useState<CreatedWebhook>()
  const isMember = role !== 'viewer'
  const back = <Link href={pathOf('webhooks', { accountId })}>{webhookWords.back}</Link>
  if (webhook.data === undefined)
    return (
      <Page title={words.webhooks}>
        <p className="small">{back}</p>
        {webhook.error ? (
          <FailureNotice error={webhook.error} onRetry={() => void webhook.refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Page>
    )
  const { url, description, source } = webhook.data
  const mayChange = isMember && source === 'account'
  return (
    <Page
      title={description ?? new URL(url).host}
      actions={isMember && webhook.data.status === 'active' && <TestButton accountId={accountId} id={webhookId} />}
    >
      <p className="small">{back}</p>
      <Facts webhook={webhook.data} />
      <StateNotice accountId={accountId} webhook={webhook.data} mayChange={mayChange} />
      <MessageLog accountId={accountId} webhook={webhook.data} mayChange={isMember} />
      {mayChange && <WebhookActions accountId={accountId} webhook={webhook.data} onReveal={setRevealed} />}
      {revealed && <RevealedWebhookSecret created={revealed} onClose={() => setRevealed(undefined)} />}
    </Page>
  )
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { url, source, lastDeliveredAt, previousSecretUntil } = webhook
  const hasTwo = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now()
  return (
    <div className="stack tight">
      <p>
        <WebhookChip webhook={webhook} />
      </p>
      <p className="mono address">
        <bdi>{url}</bdi>
      </p>
      <p className="small soft">
        {[
          describeTypes(webhook),
          lastDeliveredAt === null ? webhookWords.neverDelivered : webhookWords.delivered(formatAgo(lastDeliveredAt)),
        ].join(' · ')}
      </p>
      {source === 'configuration' && <p className="small soft">{webhookWords.byConfiguration}</p>}
      {hasTwo && <p className="small soft">{webhookWords.twoSecrets(formatInstant(previousSecretUntil))}</p>}
    </div>
  )
}

interface StateNoticeProps {
  readonly accountId: string
  readonly webhook: Webhook
  readonly mayChange: boolean
}

/** Why nothing arrives, and what to do. */
function StateNotice({ accountId, webhook, mayChange }: StateNoticeProps) {
  const client = useQueryClient()
  const enable = useMutation({
    mutationFn: () => hubOf(accountId).webhooks.update(webhook.id, { status: 'active' }),
    onSuccess: () => client.invalidateQueries({ queryKey: webhookKey(accountId, webhook.id) }),
  })
  const { disabledReason, failingSince } = webhook
  if (disabledReason !== null)
    return (
      <Notice tone={disabledReason === 'requested' ? 'info' : 'danger'}>
        <p>{webhookWords.reasons[disabledReason]}</p>
        {enable.error && <FailureNotice error={enable.error} />}
        {mayChange && (
          <p className="notice-action">
            <Button isBusy={enable.isPending} onClick={() => enable.mutate()}>
              {webhookWords.enable}
            </Button>
          </p>
        )}
      </Notice>
    )
  if (failingSince === null) return null
  return (
    <Notice tone="warn">
      <p>{webhookWords.failingSince(formatInstant(failingSince))}</p>
    </Notice>
  )
}

function TestButton({ accountId, id }: { readonly accountId: string; readonly id: string }) {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => hubOf(accountId).webhooks.test(id),
    onSettled: () => client.invalidateQueries({ queryKey: webhookKey(accountId, id) }),
  })
  return (
    <span className="stack tight">
      <Button look="primary" isBusy={test.isPending} onClick={() => test.mutate()}>
        {webhookWords.test}
      </Button>
      {test.error && <FailureNotice error={test.error} />}
    </span>
  )
}
