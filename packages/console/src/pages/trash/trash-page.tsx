import type { Release } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { trashKey, useTrash } from '../../data/queries/trash-queries.ts'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { trashWords } from '../../words/releases/trash-words.ts'
import { words } from '../../words/words.ts'
import { TrashTable } from './trash-table.tsx'

/** Deleted drafts: who deleted each, how long it is kept, and the way back. */
export function TrashPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const client = useQueryClient()
  const trash = useTrash(accountId)
  const [restored, setRestored] = useState<Pick<Release, 'id' | 'title'>>()
  const refresh = () => client.invalidateQueries({ queryKey: trashKey(accountId) })
  return (
    <Page title={words.trash}>
      <p className="small">
        <Link href={pathOf('catalog', { accountId })}>{words.catalog.title}</Link>
      </p>
      <p className="soft">{trashWords.lead}</p>
      {role === 'viewer' && <RoleNotice membership={membership} what={trashWords.change} />}
      {restored && (
        <Notice tone="good" isAlert>
          <p>
            <bdi>{trashWords.restored(restored.title)}</bdi>{' '}
            <Link href={pathOf('release', { accountId, releaseId: restored.id })}>{trashWords.open}</Link>
          </p>
        </Notice>
      )}
      <PagedList list={trash} empty={<EmptyState title={trashWords.emptyTitle} text={trashWords.empty} />}>
        {(items) => (
          <TrashTable
            accountId={accountId}
            items={items}
            mayChange={role !== 'viewer'}
            onRestored={(release) => {
              setRestored(release)
              void refresh()
            }}
            onErased={refresh}
          />
        )}
      </PagedList>
    </Page>
  )
}
