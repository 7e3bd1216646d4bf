import { parseGtin, parseIsrc } from '@spindle/contract'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import {
  type AskedWord,
  codeWord,
  parseAskedWords,
  typoKeys,
  typoPattern,
} from '../../../platform/values/search-words.ts'

/** A search in the releases of an account, on the words that are stored with each (model/search-document.ts). */
export interface Search {
  /** A text-search query. */
  readonly query: string
  readonly words: readonly SearchedWord[]
}

/** How a search is tried, one after the other, until one finds a release. */
export type SearchAttempts = readonly [exact: Search, withTypos?: Search]

/** What marks the text that a search means. */
interface SearchedWord {
  /** A text has it if it has all of one of these. */
  readonly alternatives: AskedWord['alternatives']
  /** A regular expression. */
  readonly typo: string | undefined
}

/** The most words that decide which text is shown. */
const maxShownWords = 8

const trackId = /^trk_([\dA-HJKMNP-TV-Z]{26})$/iu

/**
 * The search for a text; undefined without one. The id of a track means its release: stored with the words, ids of tracks
 * would be most of them.
 */
export async function findSearch(sql: Tenant, text: string | undefined): Promise<SearchAttempts | undefined> {
  if (text === undefined) return undefined
  const [, id] = trackId.exec(text.trim()) ?? []
  const track =
    id === undefined
      ? undefined
      : await sql.readRow<{ releaseId: string }>(
          `select release_id as "releaseId" from tracks where account_id = $1 and id = $2`,
          [`trk_${id.toUpperCase()}`],
        )
  return buildSearch(sql.accountId, track?.releaseId ?? text)
}

/**
 * First every word must begin a word of the release. If that finds nothing, each word may have one typo: beside exact
 * results, similar words would only hide them.
 */
function buildSearch(accountId: string, text: string): SearchAttempts {
  const code = parseCode(text)
  const asked = parseAskedWords(text)
  const words = code === undefined ? asked : [withCode(asked, codeWord(code))]
  const build = (isClose: boolean): Search => ({
    query: words.map((word) => formatWord(accountId, word, isClose)).join(' & '),
    words: words.slice(0, maxShownWords).map(({ alternatives, whole }) => ({
      alternatives,
      typo: whole === undefined || !isClose ? undefined : typoPattern(whole),
    })),
  })
  return words.some(({ whole }) => whole !== undefined) ? [build(false), build(true)] : [build(false)]
}

/** Reads with the first attempt that finds something: a page of exact results takes one statement. */
export async function readFirst<T>(
  attempts: SearchAttempts | undefined,
  read: (search: Search | undefined) => Promise<T>,
  isEmpty: (found: T) => boolean,
): Promise<T> {
  const found = await read(attempts?.[0])
  return attempts?.[1] !== undefined && isEmpty(found) ? read(attempts[1]) : found
}

/** Blanks are part of a code too. */
const parseCode = (text: string): string | undefined =>
  parseGtin(text) ?? parseIsrc(text) ?? (/^[\d\s-]{5,}$/.test(text) ? text : undefined)

/** A UPC or ISRC in any format finds what has it, also as part of another text. */
const withCode = (asked: readonly AskedWord[], code: string): AskedWord => ({
  alternatives: [[code], asked.flatMap(({ alternatives: [first = []] }) => first)],
  whole: undefined,
})

// Words hold letters and digits only, so they need no escaping.
function formatWord(accountId: string, { alternatives, whole }: AskedWord, hasTypos: boolean): string {
  const beginnings = alternatives.map((all) => `(${all.map((word) => `'${accountId}:${word}':*`).join(' & ')})`)
  const typos = hasTypos && whole !== undefined ? typoKeys(accountId, whole).map((key) => `'${key}'`) : []
  return `(${[...beginnings, ...typos].join(' | ')})`
}

type Bind = (value: SqlValue) => string

/** A search whose texts are parameters of a statement. */
export interface BoundSearch {
  readonly query: string
  /** SQL: the text that a search means, of a row `s` of `release_search`. */
  readonly matched: string
}

/** `isShown` if the statement also says what matched. */
export function bindSearch(search: Search, bind: Bind, { isShown }: { readonly isShown: boolean }): BoundSearch {
  const query = `${bind(search.query)}::tsquery`
  const words = isShown ? search.words.map((word) => bindWord(word, bind)) : []
  const [first] = words
  return { query, matched: first === undefined ? 'null' : words.length === 1 ? first.text : bestText(words) }
}

interface BoundWord {
  /** SQL: how well a `line` of words has it. */
  readonly score: string
  /** SQL: the first text that has it, which is faster than comparing all. */
  readonly text: string
}

function bindWord({ alternatives, typo }: SearchedWord, bind: Bind): BoundWord {
  const places = alternatives.map((all) => all.map((word) => bind(`\t${word}`)))
  const has = (place: string): string => `strpos(line, ${place}) > 0`
  const isWhole = places.map((all) => all.map(has).join(' and ')).join(' or ')
  const [parts = []] = places.filter(({ length }) => length > 1)
  const isPart = parts.length > 0 ? `when ${parts.map(has).join(' or ')} then 1` : ''
  const pattern = typo === undefined ? undefined : bind(typo)
  const isClose = pattern === undefined ? '' : `when line || E'\\n' ~ ${pattern} then 2`
  const score = `case when ${isWhole} then 2 ${isClose} ${isPart} else 0 end`
  if (parts.length > 0) return { score, text: bestText([{ score }]) }
  const texts = places.map(([place]) => `split_part(substr(s.texts, nullif(strpos(s.texts, ${place}), 0)), E'\\n', 2)`)
  const close = pattern === undefined ? [] : [`(regexp_match(s.texts, ${pattern}))[1]`]
  return { score, text: `coalesce(${[...texts, ...close].join(', ')})` }
}

/** The text with the most words of the search, the first of equal ones. Every second line has words. */
const bestText = (words: readonly Pick<BoundWord, 'score'>[]): string => `(
  select found from (
    select line, place, lead(line) over (order by place) as found
    from string_to_table(s.texts, E'\\n') with ordinality as lines (line, place)) texts
  cross join lateral (select ${words.map(({ score }) => score).join(' + ')} as score offset 0) scored
  where place % 2 = 1 and score > 0
  order by score desc, place limit 1)`

/** The `matched` of a release `r`, as JSON. */
export const matchedJson = ({ matched }: BoundSearch): string => `coalesce((
  select ${matched} from release_search s where s.owner_id = $1 and s.release_id = r.id), 'null')`

export interface FoundPage {
  readonly search: BoundSearch
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
export const foundReleases = ({ search, after, conditions, limit }: FoundPage): string => `
  found as materialized (
    select f.release_id as id
    from (select release_id from release_search
          where owner_id = $1 and search @@ ${search.query}${after === undefined ? '' : ` and release_id < ${after}`}
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
export const matchesSearch = ({ query }: BoundSearch): string =>
  `r.id in (select release_id from release_search where owner_id = $1 and search @@ ${query})`
