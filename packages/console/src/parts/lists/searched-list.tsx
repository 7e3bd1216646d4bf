import { useSearchParams } from 'wouter'
import { SearchField } from '../forms/search-field.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { PagedList, type PagedListProps } from './paged-list.tsx'

export interface SearchedListWords {
  readonly search: string
  readonly searchHint: string
  readonly emptyTitle: string
  readonly empty: string
  readonly nothingTitle: string
  readonly nothing: string
}

/** The search of a list. It is in the address, so that a page can be kept and shared. */
export function useSearch(): readonly [search: string, setSearch: (search: string) => void] {
  const [address, setAddress] = useSearchParams()
  return [address.get('query') ?? '', (query) => setAddress(query === '' ? {} : { query })]
}

export interface SearchedListProps<T> extends Omit<PagedListProps<T>, 'empty'> {
  readonly words: SearchedListWords
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** A list below its search field. */
export function SearchedList<T>({ words, search, onSearch, list, children }: SearchedListProps<T>) {
  return (
    <>
      <search className="toolbar">
        <SearchField label={words.search} placeholder={words.searchHint} value={search} onChange={onSearch} />
      </search>
      <PagedList
        list={list}
        empty={
          search === '' ? (
            <EmptyState title={words.emptyTitle} text={words.empty} />
          ) : (
            <EmptyState title={words.nothingTitle} text={words.nothing} />
          )
        }
      >
        {children}
      </PagedList>
    </>
  )
}
