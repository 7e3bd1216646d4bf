import type { Export } from '@spindle/client'
import { useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the page of exports. An export changes until it has ended, so it is requested again. */

const secondMs = 1_000

export const exportsKey = (accountId: string) => ['exports', accountId] as const

export const hasEnded = ({ status }: Export): boolean => status === 'ready' || status === 'failed'

/** All of an account: they are few, and gone after a week. */
export const useExports = (accountId: string) =>
  useQuery({
    queryKey: exportsKey(accountId),
    queryFn: async ({ signal }) => (await hubOf(accountId).exports.list({}, { signal }).page()).data,
    refetchInterval: ({ state: { data } }) => (data?.every(hasEnded) ? 30 : 1.5) * secondMs,
  })
