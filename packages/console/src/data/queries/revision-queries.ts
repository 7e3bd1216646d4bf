import type { Release } from '@spindle/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'
import { releaseKey } from './queries.ts'

const pageSize = 20

/** The submitted revisions of a release, newest first. Its key begins with that of the release: both change together. */
export const useReleaseRevisions = (accountId: string, { id }: Release) =>
  useInfiniteQuery({
    queryKey: [...releaseKey(accountId, id), 'revisions'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .releases.listRevisions(id, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  })
