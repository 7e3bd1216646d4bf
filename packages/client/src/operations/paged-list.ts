import { SpindleError } from '../errors.ts'
import type { ApiPromise } from '../transport/api-promise.ts'

/** What every page has; `nextCursor` is null on the last one (a feed always has it, to continue later). */
export interface PageOf<Item> {
  /** The items. */
  readonly data: readonly Item[]
  /** The position of the page. */
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean }
}

/**
 * A list that is fetched as far as it is read: `for await (const item of list)` goes through all items, `pages()`
 * through all pages, `page()` requests only the first one.
 */
export interface List<Page extends PageOf<unknown>> extends AsyncIterable<Page['data'][number]> {
  /** The first page, or the one that the query names by its cursor. */
  page(): ApiPromise<Page>
  /** One page after the other. */
  pages(): AsyncIterable<Page>
}

/** Makes a list from a function that requests one page; without a cursor the one the query names. */
export function pagedList<Page extends PageOf<unknown>>(
  ask: (cursor: { readonly cursor?: string }) => ApiPromise<Page>,
): List<Page> {
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let answered = await ask({})
    let asked: string | undefined
    for (;;) {
      yield answered
      const { nextCursor, hasMore } = answered.page
      if (!hasMore || nextCursor === null) return
      if (nextCursor === asked)
        throw new SpindleError('A page of the list links to itself', { code: 'cursor_repeated' })
      asked = nextCursor
      answered = await ask({ cursor: nextCursor })
    }
  }
  return {
    page: () => ask({}),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const answered of pages()) yield* answered.data
    },
  }
}
