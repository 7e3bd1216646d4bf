import type { CatalogItem, ReleaseSort, ReleaseStatus } from '@spindle/client'
import { useSearchParams } from 'wouter'
import { words } from '../../words/words.ts'

export interface Filters {
  readonly query: string | undefined
  readonly status: ReleaseStatus | undefined
  readonly type: CatalogItem['type'] | undefined
  readonly deliveredTo: string | undefined
  readonly releasedFrom: string | undefined
  readonly releasedTo: string | undefined
  readonly sort: ReleaseSort | undefined
}

export type FilterName = Exclude<keyof Filters, 'sort'>
export type View = 'table' | 'covers'

const filterNames: readonly FilterName[] = ['query', 'status', 'type', 'deliveredTo', 'releasedFrom', 'releasedTo']

export const statuses = Object.keys(words.release.statuses) as ReleaseStatus[]
export const sorts = Object.keys(words.catalog.sorts) as ReleaseSort[]
export const types = Object.keys(words.release.types) as CatalogItem['type'][]

/** Filters are in the address: people can share a filtered list, and Back works. */
export function useCatalogFilters() {
  const [search, setSearch] = useSearchParams()
  const read = (name: string): string | undefined => search.get(name) || undefined
  const dateOf = (name: string): string | undefined =>
    /^\d{4}-\d\d-\d\d$/.test(read(name) ?? '') ? read(name) : undefined
  const filters: Filters = {
    query: read('query')?.slice(0, 200),
    status: statuses.find((status) => status === read('status')),
    type: types.find((type) => type === read('type')),
    deliveredTo: read('deliveredTo')?.slice(0, 64),
    releasedFrom: dateOf('releasedFrom'),
    releasedTo: dateOf('releasedTo'),
    sort: sorts.find((sort) => sort === read('sort')),
  }
  const write = (changes: Readonly<Record<string, string | undefined>>): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return {
    filters,
    /** How many of them are set, without the search, which is visible anyway. */
    chosen: filterNames.filter((name) => name !== 'query' && filters[name] !== undefined).length,
    view: (read('view') === 'covers' ? 'covers' : 'table') as View,
    change: write,
    clear: () => write(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
  }
}
