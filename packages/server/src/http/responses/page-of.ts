import type { PageRequest } from './handler-response.ts'

/** The rows of one page and where the next one starts. */
export interface PageOfRows<R> {
  readonly data: readonly R[]
  readonly next: string | null
}

/**
 * Cuts a page from rows that were read with `limit + 1`; `toPosition` returns the position of the last row that is
 * shown.
 */
export function pageOf<R>(
  rows: readonly R[],
  { limit }: Pick<PageRequest, 'limit'>,
  toPosition: (row: R) => string,
): PageOfRows<R> {
  const data = rows.slice(0, limit)
  const last = rows.length > limit ? data.at(-1) : undefined
  return { data, next: last === undefined ? null : toPosition(last) }
}

/** Cuts a page from rows of which there were `found` before it ended at its byte budget. */
export function pageOfCut<R extends { readonly found: number }>(
  rows: readonly R[],
  toPosition: (row: R) => string,
): PageOfRows<R> {
  const last = rows.at(-1)
  return { data: rows, next: last !== undefined && last.found > rows.length ? toPosition(last) : null }
}
