import { Link } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { useCatalog } from '../../data/queries/queries.ts'
import { Select } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { EmptyState } from '../../parts/layout/empty-state.tsx'
import { lazyPage } from '../../parts/layout/lazy-page.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { pathOf } from '../../routes.ts'
import { words } from '../../words/words.ts'
import { CatalogCovers, CatalogTable, type Item } from './catalog-items.tsx'
import { CatalogToolbar } from './catalog-toolbar.tsx'
import { csvAddress } from './csv-address.ts'
import { NewReleases } from './new-releases.tsx'
import { sorts, useCatalogFilters, type View } from './use-catalog-filters.ts'
import { useSelection } from './use-selection.ts'

/** With its dialogs, it is needed once something is chosen. */
const SelectionBar = lazyPage(() => import('./selection-bar.tsx').then((bar) => bar.SelectionBar), { rows: 1 })

/** Everything the account has delivered or drafted. Search and filters are in the address. */
export function CatalogPage({ membership }: { readonly membership: Membership }) {
  const { accountId } = membership
  const { filters, chosen, view, change, clear } = useCatalogFilters()
  const selection = useSelection()
  const catalog = useCatalog(accountId, filters)
  const isFiltered = chosen > 0 || filters.query !== undefined
  const items = catalog.data?.pages.flatMap(({ data }) => data.filter((item): item is Item => !item.deleted)) ?? []
  const total = catalog.data?.pages[0]?.page.total ?? items.length
  return (
    <Page
      title={words.catalog.title}
      actions={
        <CatalogActions accountId={accountId} csv={items.length > 0 ? csvAddress(accountId, filters) : undefined} />
      }
    >
      <CatalogToolbar
        accountId={accountId}
        filters={filters}
        chosen={chosen}
        onChange={change}
        onClear={isFiltered ? clear : undefined}
      />
      {catalog.error ? (
        <FailureNotice error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : catalog.data === undefined ? (
        <Skeleton rows={8} />
      ) : items.length === 0 ? (
        <NothingThere onClear={isFiltered ? clear : undefined} />
      ) : (
        <div className="stack" aria-busy={catalog.isPlaceholderData}>
          <div className="list-head">
            <p className="small soft" role="status">
              {words.catalog.shown(items.length, total)}
            </p>
            <Sorting
              sort={filters.sort ?? 'createdAt'}
              onChoose={(sort) => change({ sort: sort === 'createdAt' ? undefined : sort })}
            />
            {catalog.data && !catalog.isPlaceholderData && (
              <NewReleases
                key={JSON.stringify(filters)}
                accountId={accountId}
                filters={filters}
                catalog={{ data: catalog.data, at: catalog.dataUpdatedAt, isFetching: catalog.isFetching }}
              />
            )}
            <ViewChoice view={view} onChoose={(chosen) => change({ view: chosen === 'table' ? undefined : chosen })} />
          </div>
          {view === 'covers' ? (
            <CatalogCovers accountId={accountId} items={items} selection={selection} />
          ) : (
            <CatalogTable accountId={accountId} items={items} selection={selection} />
          )}
          {selection.ids.length > 0 && (
            <SelectionBar
              membership={membership}
              selection={selection}
              items={items.filter(({ id }) => selection.has(id))}
              filters={filters}
              total={total}
            />
          )}
          {catalog.hasNextPage && (
            <p className="more">
              <Button isBusy={catalog.isFetchingNextPage} onClick={() => void catalog.fetchNextPage()}>
                {words.catalog.more}
              </Button>
            </p>
          )}
        </div>
      )}
    </Page>
  )
}

interface CatalogActionsProps {
  readonly accountId: string
  /** The address of the list as a table; undefined if it is empty. */
  readonly csv: string | undefined
}

const CatalogActions = ({ accountId, csv }: CatalogActionsProps) => (
  <span className="row tight">
    <Link className="button plain" href={pathOf('recordings', { accountId })}>
      {words.recordings}
    </Link>
    <Link className="button plain" href={pathOf('jobs', { accountId })}>
      {words.bulkJobs}
    </Link>
    <Link className="button plain" href={pathOf('trash', { accountId })}>
      {words.trash}
    </Link>
    {csv !== undefined && (
      <a className="button plain" href={csv} download="catalog.csv">
        {words.catalog.csv}
      </a>
    )}
  </span>
)

interface SortingProps {
  readonly sort: string
  readonly onChoose: (sort: string) => void
}

const Sorting = ({ sort, onChoose }: SortingProps) => (
  <div className="sorting">
    <Select label={words.catalog.sort} value={sort} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {sorts.map((name) => (
        <option key={name} value={name}>
          {words.catalog.sorts[name]}
        </option>
      ))}
    </Select>
  </div>
)

interface ViewChoiceProps {
  readonly view: View
  readonly onChoose: (view: View) => void
}

const ViewChoice = ({ view, onChoose }: ViewChoiceProps) => (
  <fieldset className="switch">
    <legend className="visually-hidden">{words.catalog.view}</legend>
    {(['table', 'covers'] as const).map((name) => (
      <button key={name} type="button" aria-pressed={view === name} onClick={() => onChoose(name)}>
        {words.catalog[name]}
      </button>
    ))}
  </fieldset>
)

const NothingThere = ({ onClear }: { readonly onClear: (() => void) | undefined }) =>
  onClear ? (
    <EmptyState
      title={words.catalog.nothingTitle}
      text={words.catalog.nothing}
      action={<Button onClick={onClear}>{words.catalog.clear}</Button>}
    />
  ) : (
    <EmptyState title={words.catalog.emptyTitle} text={words.catalog.empty} />
  )
