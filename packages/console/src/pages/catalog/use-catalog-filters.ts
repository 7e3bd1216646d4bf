import type { CatalogItem, ReleaseSort, ReleaseStatus } from '@spindle/client'
import type { DeliveryStateName } from '@spindle/contract'
import { useSearchParams } from 'wouter'
import { words } from '../../words/words.ts'
import { filterNames, readFilters } from './read-filters.ts'

export type View = 'table' | 'covers'

export const statuses = Object.keys(words.release.statuses) as ReleaseStatus[]
export const sorts = Object.keys(words.catalog.sorts) as ReleaseSort[]
export const types = Object.keys(words.release.types) as CatalogItem['type'][]
export const states = Object.keys(words.catalog.deliveryStates) as DeliveryStateName[]

/** Filters are in the address: people can share a filtered list, and Back works. */
export function useCatalogFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
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
    view: (search.get('view') === 'covers' ? 'covers' : 'table') as View,
    change: write,
    clear: () => write(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
  }
}
