import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onNews } from '../../data/live/live-news.ts'
import {
  type CatalogEntry,
  type CatalogFilters,
  type CatalogPages,
  catalogKey,
  useFirstPage,
} from '../../data/queries/queries.ts'
import { Button } from '../../parts/layout/button.tsx'
import { words } from '../../words/words.ts'
import { comparePages, withNewer, withStatus } from './compare-pages.ts'

export interface NewReleasesProps {
  readonly accountId: string
  readonly filters: CatalogFilters
  /** The catalog as it is shown, and since when. */
  readonly catalog: { readonly data: CatalogPages; readonly at: number; readonly isFetching: boolean }
}

/**
 * Keeps the shown releases up to date without moving them: their own changes appear in place, and new releases are
 * counted in a button that shows them.
 */
export function NewReleases({ accountId, filters, catalog }: NewReleasesProps) {
  const client = useQueryClient()
  const shown = catalog.data.pages
  const top = shown[0] as CatalogPages['pages'][number]
  const first = useFirstPage(accountId, filters, { first: top, at: catalog.at })
  const since = useAgeOf(top, catalog.at)
  const isNewer = first.data !== top && first.dataUpdatedAt >= since
  const { fresh, isCalm } = comparePages(shown, first.data)
  useStatuses(accountId, filters)
  useEffect(() => {
    // While more is being loaded, the answer would be put behind the pages of before.
    if (!isNewer || catalog.isFetching) return
    const newer = (before: CatalogPages): CatalogPages =>
      isCalm ? { ...before, pages: [first.data] } : withItems(before, (items) => withNewer(items, first.data.data))
    const queryKey = catalogKey(accountId, filters)
    client.setQueryData<CatalogPages>(queryKey, (before) => before && newer(before), {
      updatedAt: first.dataUpdatedAt,
    })
  }, [isNewer, isCalm, catalog.isFetching, first.data, first.dataUpdatedAt, client, accountId, filters])
  if (fresh === 0 || first.dataUpdatedAt < since) return null
  const show = async (): Promise<void> => {
    const queryKey = catalogKey(accountId, filters)
    await client.cancelQueries({ queryKey })
    client.setQueryData<CatalogPages>(queryKey, { pages: [first.data], pageParams: [''] })
    scrollTo(0, 0)
  }
  return (
    <Button className="pill" onClick={() => void show()}>
      {words.catalog.fresh(fresh)}
    </Button>
  )
}

/** When a page was loaded, which those that are loaded behind it do not change. */
function useAgeOf(page: CatalogPages['pages'][number], at: number): number {
  const [seen, setSeen] = useState({ page, at })
  if (seen.page === page) return seen.at
  setSeen({ page, at })
  return at
}

/** The status of a release further down comes with the event: no page is loaded for it. */
function useStatuses(accountId: string, filters: CatalogFilters): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onNews(accountId, (news) => {
        if (news.event !== 'release') return
        const queryKey = catalogKey(accountId, filters)
        const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
        const changed = (items: readonly CatalogEntry[]) => withStatus(items, news.data)
        client.setQueryData<CatalogPages>(queryKey, (before) => before && withItems(before, changed), { updatedAt })
      }),
    [client, accountId, filters],
  )
}

const withItems = (before: CatalogPages, change: (items: readonly CatalogEntry[]) => CatalogEntry[]): CatalogPages => ({
  ...before,
  pages: before.pages.map((page) => ({ ...page, data: change(page.data) })),
})
