import type { Label, LabelPatch } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { labelKey, labelsKey, useLabel, type Versioned, versioned } from '../../data/queries/label-queries.ts'
import { DefaultsForm, type SavedDefaults } from '../../parts/defaults/defaults-form.tsx'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { defaultsWords } from '../../words/defaults-words.ts'
import { labelWords as texts } from '../../words/label-words.ts'
import { words } from '../../words/words.ts'

export interface LabelPageProps {
  readonly membership: Membership
  readonly labelId: string
}

/** One label: its name and defaults, to change or delete. */
export function LabelPage({ membership, labelId }: LabelPageProps) {
  const { accountId, role } = membership
  const label = useLabel(accountId, labelId)
  const mayChange = role !== 'viewer'
  return (
    <Page
      title={label.data?.data.name ?? words.nav.labels}
      actions={mayChange && label.data && <DeleteButton accountId={accountId} label={label.data} />}
    >
      <p className="small">
        <Link href={pathOf('labels', { accountId })}>{texts.back}</Link>
      </p>
      {label.error && <FailureNotice error={label.error} onRetry={() => void label.refetch()} />}
      {label.isPending && <Skeleton rows={6} />}
      {!mayChange && <RoleNotice membership={membership} what={texts.viewer} />}
      {label.data && (
        <OpenLabel
          accountId={accountId}
          label={label.data}
          mayChange={mayChange}
          onReload={() => void label.refetch()}
        />
      )}
    </Page>
  )
}

interface OpenLabelProps {
  readonly accountId: string
  readonly label: Versioned<Label>
  readonly mayChange: boolean
  readonly onReload: () => void
}

function OpenLabel({ accountId, label: { data, etag }, mayChange, onReload }: OpenLabelProps) {
  const client = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const save = async ({ name, defaults }: SavedDefaults): Promise<void> => {
    setSaved(false)
    const patch = { ...(name !== data.name && { name }), defaults } as LabelPatch
    const saved = await versioned(hubOf(accountId).labels.update(data.id, patch, { ifMatch: etag }))
    client.setQueryData(labelKey(accountId, data.id), saved)
    void client.invalidateQueries({ queryKey: labelsKey(accountId) })
    setSaved(true)
  }
  return (
    <>
      {isSaved && (
        <Notice tone="good" isAlert>
          <p>{texts.saved}</p>
        </Notice>
      )}
      <p className="soft">{texts.formLead}</p>
      <DefaultsForm
        // What the hub wrote in another way is shown so.
        key={data.updatedAt}
        accountId={accountId}
        name={data.name}
        defaults={data.defaults}
        action={mayChange ? defaultsWords.save : undefined}
        onSave={save}
        onReload={onReload}
      />
    </>
  )
}

interface DeleteButtonProps {
  readonly accountId: string
  readonly label: Versioned<Label>
}

function DeleteButton({ accountId, label: { data, etag } }: DeleteButtonProps) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteTitle(data.name)}
          text={texts.deleteText}
          action={texts.delete}
          onConfirm={async () => {
            await hubOf(accountId).labels.delete(data.id, { ifMatch: etag })
            client.removeQueries({ queryKey: labelsKey(accountId) })
            navigate(pathOf('labels', { accountId }))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
