import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about webhooks. Messages change automatically, so they are requested again. */

const secondMs = 1_000
const pageSize = 20

export const webhooksKey = (accountId: string) => ['webhooks', accountId] as const
export const webhookKey = (accountId: string, webhookId: string) => [...webhooksKey(accountId), webhookId] as const

export const useWebhooks = (accountId: string) =>
  useInfiniteQuery({
    queryKey: [...webhooksKey(accountId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .webhooks.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchInterval: 15 * secondMs,
  })

export const useWebhook = (accountId: string, webhookId: string) =>
  useQuery({
    queryKey: webhookKey(accountId, webhookId),
    queryFn: ({ signal }) => hubOf(accountId).webhooks.get(webhookId, { signal }),
    refetchInterval: 5 * secondMs,
  })

export const useWebhookMessages = (accountId: string, webhookId: string) =>
  useInfiniteQuery({
    queryKey: [...webhookKey(accountId, webhookId), 'messages'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .webhooks.listMessages(webhookId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchInterval: ({ state: { data } }) =>
      (data?.pages.some(({ data: messages }) => messages.some(({ status }) => status === 'pending')) ? 1.5 : 10) *
      secondMs,
  })

/** The newest twenty; a change of `attempts` makes the previous answer old. */
export const useWebhookAttempts = (
  accountId: string,
  { webhookId, messageId, attempts }: { webhookId: string; messageId: string; attempts: number },
) =>
  useQuery({
    queryKey: [...webhookKey(accountId, webhookId), 'attempts', messageId, attempts],
    queryFn: ({ signal }) =>
      hubOf(accountId).webhooks.listAttempts(webhookId, messageId, { limit: pageSize }, { signal }).page(),
    placeholderData: (before) => before,
  })
