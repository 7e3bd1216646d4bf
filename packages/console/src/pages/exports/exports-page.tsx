import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { exportsKey, useExports } from '../../data/queries/export-queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { exportWords } from '../../words/catalog/export-words.ts'
import { words } from '../../words/words.ts'
import { ExportRow } from './export-row.tsx'

/** Everything an account has, as archives: started, followed, downloaded. For owners: an archive shows everything. */
export function ExportsPage({ membership }: { readonly membership: Membership }) {
  if (membership.role === 'owner') return <OwnExports accountId={membership.accountId} />
  return (
    <Page title={words.exports}>
      <p className="soft">{exportWords.lead}</p>
      <RoleNotice membership={membership} what={exportWords.change} />
    </Page>
  )
}

function OwnExports({ accountId }: { readonly accountId: string }) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const exports = useExports(accountId)
  const begin = useMutation({
    mutationFn: () => confirmed((options) => hubOf(accountId).exports.create(options)),
    onSettled: () => client.invalidateQueries({ queryKey: exportsKey(accountId) }),
  })
  const items = exports.data ?? []
  const beginButton = (
    <Button look="primary" isBusy={begin.isPending} onClick={() => begin.mutate()}>
      {exportWords.begin}
    </Button>
  )
  return (
    <Page title={words.exports} actions={items.length > 0 && beginButton}>
      <p className="soft">{exportWords.lead}</p>
      {begin.error && <FailureNotice error={begin.error} />}
      {exports.error && <FailureNotice error={exports.error} onRetry={() => void exports.refetch()} />}
      {exports.isPending && <Skeleton rows={3} />}
      {exports.data && items.length === 0 && (
        <EmptyState title={exportWords.emptyTitle} text={exportWords.empty} action={beginButton} />
      )}
      {items.length > 0 && (
        <ul className="card rows">
          {items.map((made) => (
            <ExportRow key={made.id} accountId={accountId} made={made} />
          ))}
        </ul>
      )}
      <p className="small soft">
        {exportWords.terminal} <code className="mono">spindle export FILE.tar</code>
      </p>
    </Page>
  )
}
