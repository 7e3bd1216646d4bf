import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { catalogAddress, type StoreCountName, storeCount, storeCountNames } from '../../data/counts.ts'
import { type StoreEntry, useStores } from '../../data/queries/store-queries.ts'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { MarkChip } from '../../parts/layout/mark-chip.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { storeWords as texts } from '../../words/releases/store-words.ts'
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

function StoreTable({ accountId, items }: StoreTableProps) {
  const { columns } = texts
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.store}</th>
          {storeCountNames.map((name) => (
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
            {storeCountNames.map((name) => (
              <td key={name} className="end figures" data-label={columns[name]}>
                <StateCount accountId={accountId} item={item} name={name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface StateCountProps {
  readonly accountId: string
  readonly item: StoreEntry
  readonly name: StoreCountName
}

function StateCount({ accountId, item, name }: StateCountProps) {
  const { releases, filters } = storeCount(item, name)
  if (releases === 0) return formatNumber(releases)
  return (
    <Link
      href={catalogAddress(accountId, filters)}
      aria-label={texts.countOf(releases, item.outlet.name, texts.columns[name])}
    >
      {formatNumber(releases)}
    </Link>
  )
}

function StoreCell({ accountId, item }: { readonly accountId: string; readonly item: StoreEntry }) {
  const { outlet, isPaused, releases } = item
  const hasReleases = storeCountNames.some((name) => releases[name] > 0)
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
          href={catalogAddress(accountId, { deliveredTo: outlet.id })}
          aria-label={texts.releasesOf(outlet.name)}
        >
          {texts.releases}
        </Link>
      )}
    </span>
  )
}
