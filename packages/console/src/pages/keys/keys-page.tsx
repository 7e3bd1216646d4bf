import type { CreatedApiKey } from '@spindle/client'
import { useState } from 'react'
import type { Membership } from '../../data/api/session-api.ts'
import { useKeys } from '../../data/queries/queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { words } from '../../words/words.ts'
import { KeyRow } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevealedKey } from './revealed-key.tsx'

/** The keys of an account: created, shown once, replaced and revoked. */
export function KeysPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const keys = useKeys(accountId)
  const [isMaking, setMaking] = useState(false)
  const [revealed, setRevealed] = useState<CreatedApiKey>()
  const items = keys.data?.pages.flatMap(({ data }) => data) ?? []
  const mayChange = role !== 'viewer'
  const makeButton = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {words.keys.make}
    </Button>
  )
  return (
    <Page title={words.keys.title} actions={mayChange && items.length > 0 && makeButton}>
      <p className="soft">{words.keys.lead}</p>
      {!mayChange && <RoleNotice membership={membership} what={words.keys.change} />}
      {keys.error ? (
        <FailureNotice error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data === undefined ? (
        <Skeleton rows={4} />
      ) : items.length === 0 ? (
        <EmptyState title={words.keys.emptyTitle} text={words.keys.empty} {...(mayChange && { action: makeButton })} />
      ) : (
        <ul className="card rows">
          {items.map((key) => (
            <KeyRow key={key.id} accountId={accountId} apiKey={key} mayChange={mayChange} onReveal={setRevealed} />
          ))}
        </ul>
      )}
      {keys.hasNextPage && (
        <p className="more">
          <Button isBusy={keys.isFetchingNextPage} onClick={() => void keys.fetchNextPage()}>
            {words.keys.more}
          </Button>
        </p>
      )}
      {isMaking && <NewKeyDialog accountId={accountId} onClose={() => setMaking(false)} onReveal={setRevealed} />}
      {revealed && <RevealedKey created={revealed} onClose={() => setRevealed(undefined)} />}
    </Page>
  )
}
