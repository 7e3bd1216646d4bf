import type { LiveEvent } from '@spindle/client'
import type { CatalogEntry } from '../../data/queries/queries.ts'

/** A catalog as it is shown, compared with a first page that was loaded later. */

interface Listed {
  readonly data: readonly CatalogEntry[]
  readonly page: { readonly total?: number | undefined }
}

export interface Comparison {
  /** How many releases a reload would put between those that are shown. */
  readonly fresh: number
  /** Whether the first page can replace the shown one without moving what is being read. */
  readonly isCalm: boolean
}

export function comparePages(shown: readonly Listed[], first: Listed): Comparison {
  const known = shown.flatMap(({ data }) => data.map(({ id }) => id))
  const loaded = first.data.map(({ id }) => id)
  const added = loaded.filter((id) => !known.includes(id))
  const stayed = loaded.filter((id) => known.includes(id))
  // Those that moved up from the next page are at the end: nothing moves for them.
  const isAtEnd = added.every((id) => loaded.indexOf(id) >= stayed.length)
  const kept = known.filter((id) => stayed.includes(id))
  const isSameOrder = kept.every((id, index) => id === stayed[index])
  const isAllNew = stayed.length === 0 && known.length > 0 && added.length > 0
  const grown = (first.page.total ?? 0) - (shown[0]?.page.total ?? 0)
  const isCalm = shown.length === 1 && isAtEnd && isSameOrder && !isAllNew
  const isInserted = isAllNew || !isAtEnd
  return { fresh: isInserted ? Math.max(added.length, grown) : Math.max(0, isCalm ? 0 : grown), isCalm }
}

/** The shown releases as the first page has them now, in the order in which they are shown. */
export function withNewer(shown: readonly CatalogEntry[], first: readonly CatalogEntry[]): CatalogEntry[] {
  const newer = new Map(first.map((item) => [item.id, item]))
  return shown.map((item) => newer.get(item.id) ?? item)
}

type ReleaseChange = Extract<LiveEvent, { readonly event: 'release' }>['data']

/** The shown releases after a change of one of them. */
export const withStatus = (shown: readonly CatalogEntry[], { id, status }: ReleaseChange): CatalogEntry[] =>
  shown.flatMap((item) => {
    if (item.id !== id || item.deleted) return [item]
    return status === 'deleted' ? [] : [{ ...item, status }]
  })
