import type { NewLabel } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { labelsKey } from '../../data/queries/label-queries.ts'
import { DefaultsForm, type SavedDefaults } from '../../parts/defaults/defaults-form.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { labelWords as texts } from '../../words/catalog/label-words.ts'

const noDefaults = {}

export function NewLabelPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const create = async ({ name, defaults }: SavedDefaults): Promise<void> => {
    const body = { name, ...(Object.keys(defaults).length > 0 && { defaults }) }
    await hubOf(accountId).labels.create(body as NewLabel)
    void client.invalidateQueries({ queryKey: labelsKey(accountId) })
    navigate(pathOf('labels', { accountId }))
  }
  return (
    <Page title={texts.make}>
      <p className="small">
        <Link href={pathOf('labels', { accountId })}>{texts.back}</Link>
      </p>
      {role === 'viewer' ? (
        <RoleNotice membership={membership} what={texts.viewer} />
      ) : (
        <>
          <p className="soft">{texts.formLead}</p>
          <DefaultsForm accountId={accountId} name="" defaults={noDefaults} action={texts.create} onSave={create} />
        </>
      )}
    </Page>
  )
}
