/**
 * The maximum size of a page, for any kind of item: an answer stays in memory until its client has read it. The
 * estimate comes from the rows, before any JSON is made. A page always has at least one item, so that every list can be
 * read to its end.
 */
export const pageBytes = 4 * 1024 * 1024

/**
 * As many rows of `select` as fit on a page, with `found`: how many there were. `select` returns at most one row more
 * than `limit`. For rows whose size is only known once they are made.
 */
export const cutToPage = (
  select: string,
  { order, limit }: { readonly order: string; readonly limit: string },
): string =>
  `select * from (
     select made.*, count(*) over () as found, row_number() over listed as place,
            sum(octet_length(to_json(made)::text)) over listed as bytes
     from (${select}) made window listed as (order by ${order})) sized
   where ${fitsPage(limit)} order by place`

/** The columns that `cutToPage` adds to a row. */
export interface Cut {
  readonly found: number
  readonly place: number
  readonly bytes: number
}

/** For rows with `place` (from 1) and `bytes`, the sum up to and including each row. */
export const fitsPage = (limit: string): string => `place = 1 or (place <= ${limit} and bytes <= ${pageBytes})`
