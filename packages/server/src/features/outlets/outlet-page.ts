import type { PageRequest } from '../../http/responses/handler-response.ts'
import { pageOf } from '../../http/responses/page-of.ts'
import type { Outlet } from './outlet.ts'

/** One page of the outlets, by id. The hub has the list in memory. */
export function outletPage(
  { list }: { readonly list: () => readonly Outlet[] },
  { limit, after, wantsTotal }: PageRequest,
) {
  const all = list().toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rest = all.filter(({ id }) => after === undefined || id > after)
  const { data, next } = pageOf(rest.slice(0, limit + 1), { limit }, ({ id }) => id)
  return { data, next, total: wantsTotal ? all.length : undefined }
}
