import type { Label, LabelPatch } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { labelKey, labelsKey, useLabel, type Versioned, versioned } from '../../data/queries/label-queries.ts'
import type { SavedDefaults } from '../../parts/defaults/defaults-form.tsx'
import { StoredDefaults } from '../../parts/defaults/stored-defaults.tsx'
import { DeleteButton } from '../../parts/dialogs/delete-button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { labelWords as texts } from '../../words/catalog/label-words.ts'
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
      actions={mayChange && label.data && <DeleteLabel accountId={accountId} label={label.data} />}
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
  const save = async ({ name, defaults }: SavedDefaults): Promise<void> => {
    const patch = { ...(name !== data.name && { name }), defaults } as LabelPatch
    const saved = await versioned(hubOf(accountId).labels.update(data.id, patch, { ifMatch: etag }))
    client.setQueryData(labelKey(accountId, data.id), saved)
    void client.invalidateQueries({ queryKey: labelsKey(accountId) })
  }
  return (
    <>
      <p className="soft">{texts.formLead}</p>
      <StoredDefaults
        accountId={accountId}
        name={data.name}
        stored={data}
        mayChange={mayChange}
        onSave={save}
        onReload={onReload}
      />
    </>
  )
}

interface DeleteLabelProps {
  readonly accountId: string
  readonly label: Versioned<Label>
}

function DeleteLabel({ accountId, label: { data, etag } }: DeleteLabelProps) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <DeleteButton
      title={texts.deleteTitle(data.name)}
      text={texts.deleteText}
      action={texts.delete}
      onConfirm={async () => {
        await hubOf(accountId).labels.delete(data.id, { ifMatch: etag })
        client.removeQueries({ queryKey: labelsKey(accountId) })
        navigate(pathOf('labels', { accountId }))
      }}
    />
  )
}
