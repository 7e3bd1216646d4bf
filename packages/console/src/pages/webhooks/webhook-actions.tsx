import type { CreatedWebhook, Webhook } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { webhookKey, webhooksKey } from '../../data/queries/webhook-queries.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { pathOf } from '../../routes.ts'
import { webhookWords } from '../../words/account/webhook-words.ts'
import { type WebhookChoices, WebhookDialog } from './webhook-dialog.tsx'

export interface WebhookActionsProps {
  readonly accountId: string
  readonly webhook: Webhook
  readonly onReveal: (created: CreatedWebhook) => void
}

/** The actions that change it, each with a dialog. */
export function WebhookActions({ accountId, webhook, onReveal }: WebhookActionsProps) {
  const { id, status } = webhook
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'disable' | 'delete'>()
  const { webhooks } = hubOf(accountId)
  const refresh = () => client.invalidateQueries({ queryKey: webhookKey(accountId, id) })
  const close = (): void => setAsked(undefined)
  const edit = async ({ url, description, eventTypes }: WebhookChoices): Promise<void> => {
    await webhooks.update(id, { url, description, eventTypes: eventTypes && [...eventTypes] })
    await client.invalidateQueries({ queryKey: webhooksKey(accountId) })
  }
  const rotate = async (): Promise<void> => {
    onReveal(await webhooks.rotateSecret(id))
    void refresh()
  }
  const disable = async (): Promise<void> => {
    await webhooks.update(id, { status: 'disabled' })
    await refresh()
  }
  const remove = async (): Promise<void> => {
    await webhooks.delete(id)
    client.removeQueries({ queryKey: webhookKey(accountId, id) })
    void client.invalidateQueries({ queryKey: webhooksKey(accountId) })
    navigate(pathOf('webhooks', { accountId }))
  }
  return (
    <>
      <p className="row">
        <Button onClick={() => setAsked('edit')}>{webhookWords.edit}</Button>
        <Button onClick={() => setAsked('rotate')}>{webhookWords.rotate}</Button>
        {status === 'active' && <Button onClick={() => setAsked('disable')}>{webhookWords.disable}</Button>}
        <Button look="danger" onClick={() => setAsked('delete')}>
          {webhookWords.delete}
        </Button>
      </p>
      {asked === 'edit' && (
        <WebhookDialog
          title={webhookWords.editTitle}
          action={webhookWords.save}
          initial={webhook}
          onSend={edit}
          onClose={close}
        />
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          title={webhookWords.rotateTitle}
          text={webhookWords.rotateText}
          action={webhookWords.rotate}
          onConfirm={rotate}
          onClose={close}
        />
      )}
      {asked === 'disable' && (
        <ConfirmDialog
          title={webhookWords.disableTitle}
          text={webhookWords.disableText}
          action={webhookWords.disable}
          onConfirm={disable}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={webhookWords.deleteTitle}
          text={webhookWords.deleteText}
          action={webhookWords.delete}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  )
}
