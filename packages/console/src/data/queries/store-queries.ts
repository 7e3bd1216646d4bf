import type { ResultOf } from '@spindle/contract'
import type { listStores } from '@spindle/contract/console'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'
import { ask } from '../api/session-api.ts'
import { releaseKey } from './queries.ts'

type StoreList = ResultOf<typeof listStores>
export type StoreEntry = StoreList['data'][number]

/** The outlets with what happened to the releases of an account there. */
export const useStores = (accountId: string) =>
  useInfiniteQuery({
    queryKey: ['stores', accountId],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam !== '' && { cursor: pageParam }) })
      return ask<StoreList>('GET', `/accounts/${encodeURIComponent(accountId)}/stores?${query}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchInterval: 30_000,
  })

/** The message about a release that an outlet would get now, and how it differs from what the outlet has. */
export const useStoreMessage = (accountId: string, releaseId: string, outlet: string) =>
  useQuery({
    queryKey: [...releaseKey(accountId, releaseId), 'message', outlet],
    queryFn: async ({ signal }) => {
      const { releases } = hubOf(accountId)
      const [preview, comparison] = await Promise.all([
        releases.previewMessage(releaseId, { outlet }, { signal }),
        releases.compareMessage(releaseId, { outlet }, { signal }),
      ])
      return { preview, comparison }
    },
  })
