import { parseSearchWords } from '../model/release-document.ts'

/** Full-text search in the releases of an account, on words that lists show: title, artist, label. */

/**
 * The words of a search as a text-search query: every word must begin a word of the release. Words hold letters and
 * digits only, so they need no escaping, and carry their account.
 */
export const buildSearchQuery = (accountId: string, text: string): string =>
  parseSearchWords(text)
    .map((word) => `'${accountId}:${word}':*`)
    .join(' & ')

export interface FoundPage {
  /** The number of the parameter with the text-search query. */
  readonly query: string
  /** The number of the parameter with the id after which the page begins; undefined for the first page. */
  readonly after: string | undefined
  /** Further conditions on `r`, each beginning with `and`; empty for none. */
  readonly conditions: string
  /** The number of the parameter with the number of rows. */
  readonly limit: string
}

/**
 * A common table expression `found (id)`: the newest releases that a search finds, up to one more than the limit. Only
 * releases that exist have words, so without further conditions the index alone is enough; with conditions, releases
 * are looked up one by one until the page is full. The subquery is materialized: a join would read the whole account.
 */
export const foundReleases = ({ query, after, conditions, limit }: FoundPage): string => `
  found as materialized (
    select f.release_id as id
    from (select release_id from release_search
          where owner_id = $1 and search @@ ${query}::tsquery${after === undefined ? '' : ` and release_id < ${after}`}
          order by release_id desc ${conditions === '' ? `limit ${limit} + 1` : ''}) f
    cross join lateral (
      select from releases r where r.account_id = $1 and r.id = f.release_id and r.deleted_at is null ${conditions}
      offset 0) known
    order by f.release_id desc limit ${limit} + 1)`

/** The rows of `found`. Materialized as well. */
export const releasesFound = `
  select r.* from found f
  cross join lateral (select * from releases r where r.account_id = $1 and r.id = f.id offset 0) r`

/** The same as a condition on `r`, for reads without pages. */
export const matchesSearch = (query: string): string =>
  `r.id in (select release_id from release_search where owner_id = $1 and search @@ ${query}::tsquery)`
