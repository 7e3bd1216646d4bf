import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { type StoreEntry, useStores } from '../../data/queries/store-queries.ts'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { MarkChip } from '../../parts/layout/mark-chip.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/layout/paged-list.tsx'
import { pathOf } from '../../routes.ts'
import { storeWords as texts } from '../../words/store-words.ts'
import { formatNumber, words } from '../../words/words.ts'
import { StoreFailures } from './store-failures.tsx'
import { StoreTakes } from './store-takes.tsx'

/** Where releases can go: what each outlet accepts, and what happened to the releases there. */
export function StoresPage({ membership: { accountId } }: { readonly membership: Membership }) {
  const stores = useStores(accountId)
  return (
    <Page title={words.nav.stores}>
      <p className="soft">{texts.lead}</p>
      <PagedList list={stores} empty={<EmptyState title={texts.emptyTitle} text={texts.empty} />}>
        {(items) => (
          <>
            <StoreTable accountId={accountId} items={items} />
            <p className="small soft">{texts.columnsHint}</p>
            <StoreFailures accountId={accountId} items={items} />
          </>
        )}
      </PagedList>
    </Page>
  )
}

interface StoreTableProps {
  readonly accountId: string
  readonly items: readonly StoreEntry[]
}

const counted = ['live', 'waiting', 'refused', 'takenDown'] as const

function StoreTable({ accountId, items }: StoreTableProps) {
  const { columns } = texts
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.store}</th>
          {counted.map((name) => (
            <th key={name} scope="col" className="end">
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.outlet.id}>
            <th scope="row">
              <StoreCell accountId={accountId} item={item} />
            </th>
            {counted.map((name) => (
              <td key={name} className="end figures" data-label={columns[name]}>
                {formatNumber(item.releases[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function StoreCell({ accountId, item }: { readonly accountId: string; readonly item: StoreEntry }) {
  const { outlet, isPaused, releases } = item
  const hasReleases = counted.some((name) => releases[name] > 0)
  const kind = outlet.store ? texts.ern(outlet.store.ernVersion) : (texts.kinds[outlet.kind] ?? outlet.kind)
  return (
    <span className="release-text">
      <span className="row tight">
        <bdi className="release-title">{outlet.name}</bdi>
        {isPaused && <MarkChip look={['◌', 'warn']} text={texts.paused} />}
      </span>
      <span className="small soft regular">{kind}</span>
      {isPaused && <span className="small soft regular">{texts.pausedText}</span>}
      {outlet.store && <StoreTakes name={outlet.name} store={outlet.store} />}
      {hasReleases && (
        <Link
          className="small regular"
          href={`${pathOf('catalog', { accountId })}?${new URLSearchParams({ deliveredTo: outlet.id })}`}
          aria-label={texts.releasesOf(outlet.name)}
        >
          {texts.releases}
        </Link>
      )}
    </span>
  )
}
