import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ServiceClient, teamApi, teamKey, useServiceClients } from '../../data/api/team-api.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { RevealedSecret } from '../../parts/dialogs/revealed-secret.tsx'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { formatAgo, words } from '../../words/words.ts'

/** Systems that get their own tokens (client credentials). */
export function ServiceClients({ accountId }: { readonly accountId: string }) {
  const clients = useServiceClients(accountId, true)
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ServiceClient>()
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { clients: texts } = words.team
  const revoke = async ({ id }: ServiceClient): Promise<void> => {
    await confirmed((once) => teamApi.revokeClient(accountId, id, once))
    await client.invalidateQueries({ queryKey: teamKey(accountId) })
  }
  const rows = clients.data?.data ?? []
  return (
    <section className="stack">
      <div className="page-head">
        <h2>{texts.title}</h2>
        <Button onClick={() => setMaking(true)}>{texts.make}</Button>
      </div>
      <p className="soft">{rows.length === 0 ? texts.empty : texts.lead}</p>
      {clients.error && <FailureNotice error={clients.error} onRetry={() => void clients.refetch()} />}
      {rows.length > 0 && (
        <ul className="card rows">
          {rows.map((one) => (
            <li key={one.id} className="key-row">
              <span className="release-text">
                <bdi className="release-title">{one.name}</bdi>
                <span className="mono small soft">{one.id}</span>
                <span className="small soft">{words.keys.created(formatAgo(one.createdAt))}</span>
              </span>
              {one.revokedAt === null ? (
                <Button aria-label={words.keys.revokeOf(one.name)} onClick={() => setRevoked(one)}>
                  {words.keys.revoke}
                </Button>
              ) : (
                <span className="chip idle">
                  <span aria-hidden="true">✕</span> {words.keys.statuses.revoked}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewClientDialog accountId={accountId} onClose={() => setMaking(false)} />}
      {revoked && (
        <ConfirmDialog
          title={words.keys.revokeTitle(revoked.name)}
          text={words.keys.revokeText}
          action={words.keys.revoke}
          onConfirm={() => revoke(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  )
}

interface NewClientDialogProps {
  readonly accountId: string
  readonly onClose: () => void
}

function NewClientDialog({ accountId, onClose }: NewClientDialogProps) {
  const [created, setCreated] = useState<{ readonly clientId: string; readonly clientSecret: string }>()
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { clients: texts } = words.team
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => onlyProblems({ name: findMissing(name, words.keys.name) }),
    async send({ name }) {
      setCreated(await confirmed((once) => teamApi.createClient(accountId, name.trim(), once)))
      void client.invalidateQueries({ queryKey: teamKey(accountId) })
    },
  })
  if (created)
    return (
      <RevealedSecret
        title={texts.revealTitle}
        text={texts.reveal}
        label={texts.secret}
        secret={created.clientSecret}
        onClose={onClose}
      >
        <p className="mono">{created.clientId}</p>
      </RevealedSecret>
    )
  return (
    <Dialog title={texts.make} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field
          {...form.bind('name')}
          label={words.keys.name}
          hint={texts.nameHint}
          maxLength={200}
          autoComplete="off"
        />
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.team.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {texts.make}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
