import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LazyPage } from './lazy-page.tsx'

/** The code of pages that are not open yet is loaded while nothing else happens, so that they open without a wait. */

/** Chromium has it; people set it in their browser or system where data costs money. */
interface Connection {
  readonly saveData?: boolean
}

const savesData = (): boolean =>
  (navigator as Navigator & { readonly connection?: Connection }).connection?.saveData === true

/** Safari before 26 has no idle callbacks. */
const fallbackMs = 1_000

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, fallbackMs)
}

/**
 * One page after the other. A failure ends it without a message: the page loads its code, with retries, when it is
 * opened. Returns what stops it.
 */
function prefetchPages(pages: readonly Pick<LazyPage, 'prefetch'>[]): () => void {
  let isOver = savesData()
  const loadNext = ([page, ...later]: typeof pages): void => {
    if (page === undefined || isOver) return
    whenIdle(() => {
      if (isOver) return
      page.prefetch().then(
        () => loadNext(later),
        () => {},
      )
    })
  }
  loadNext(pages)
  return () => {
    isOver = true
  }
}

/** Waits while the open page loads its data. `pages` must be the same array each time. */
export function PrefetchPages({ pages }: { readonly pages: readonly Pick<LazyPage, 'prefetch'>[] }) {
  const isLoading = useIsFetching() > 0
  useEffect(() => (isLoading ? undefined : prefetchPages(pages)), [isLoading, pages])
  return null
}
