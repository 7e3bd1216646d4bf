import type { AccountDefaults, ReleaseDefaults } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { defaultsKey, useDefaults, type Versioned, versioned } from '../../data/queries/label-queries.ts'
import type { SavedDefaults } from '../../parts/defaults/defaults-form.tsx'
import { StoredDefaults } from '../../parts/defaults/stored-defaults.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { defaultsWords as texts } from '../../words/catalog/defaults-words.ts'
import { words } from '../../words/words.ts'

/** What all releases of the account have in common. */
export function DefaultsPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const defaults = useDefaults(accountId)
  const mayChange = role !== 'viewer'
  return (
    <Page title={words.settings.pages.defaults}>
      <p className="soft">{texts.lead}</p>
      {defaults.error && <FailureNotice error={defaults.error} onRetry={() => void defaults.refetch()} />}
      {defaults.isPending && <Skeleton rows={6} />}
      {!mayChange && <RoleNotice membership={membership} what={texts.viewer} />}
      {defaults.data && (
        <OpenDefaults
          accountId={accountId}
          defaults={defaults.data}
          mayChange={mayChange}
          onReload={() => void defaults.refetch()}
        />
      )}
    </Page>
  )
}

interface OpenDefaultsProps {
  readonly accountId: string
  readonly defaults: Versioned<AccountDefaults>
  readonly mayChange: boolean
  readonly onReload: () => void
}

function OpenDefaults({ accountId, defaults: { data, etag }, mayChange, onReload }: OpenDefaultsProps) {
  const client = useQueryClient()
  const save = async ({ defaults }: SavedDefaults): Promise<void> => {
    const body = { defaults: defaults as ReleaseDefaults }
    const saved = await versioned(hubOf(accountId).defaults.update(body, { ifMatch: etag }))
    client.setQueryData(defaultsKey(accountId), saved)
  }
  return (
    <StoredDefaults
      accountId={accountId}
      name={undefined}
      stored={data}
      mayChange={mayChange}
      onSave={save}
      onReload={onReload}
    />
  )
}
