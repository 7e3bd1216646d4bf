import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of labels, and of the defaults of the account. */

const pageSize = 50
const suggested = 8

/** All lists of them. */
export const labelsKey = (accountId: string) => ['labels', accountId] as const
export const labelKey = (accountId: string, labelId: string) => ['label', accountId, labelId] as const
export const defaultsKey = (accountId: string) => ['defaults', accountId] as const

/** What the hub answered, and its version. A change names the version, because two people may have it open. */
export interface Versioned<T> {
  readonly data: T
  readonly etag: string | undefined
}

/** Keeps the version of an answer. */
export async function versioned<T>(asked: {
  withResponse(): Promise<{ readonly data: T; readonly response: Response }>
}): Promise<Versioned<T>> {
  const { data, response } = await asked.withResponse()
  return { data, etag: response.headers.get('etag') ?? undefined }
}

/**
 * Read once, when the page opens. A later version would replace what a person types, and a change would name that version
 * as if the person had seen it.
 */
const whenOpened = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }

export const useLabels = (accountId: string, search: string) =>
  useInfiniteQuery({
    queryKey: [...labelsKey(accountId), 'list', search],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .labels.list(
          { limit: pageSize, ...(search !== '' && { query: search }), ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
  })

export const useLabel = (accountId: string, labelId: string) =>
  useQuery({
    queryKey: labelKey(accountId, labelId),
    queryFn: ({ signal }) => versioned(hubOf(accountId).labels.get(labelId, { signal })),
    ...whenOpened,
  })

/** Those that a text may mean, while it is typed. */
export const useLabelSuggestions = (accountId: string, text: string) =>
  useQuery({
    queryKey: [...labelsKey(accountId), 'suggested', text],
    queryFn: async ({ signal }) =>
      (await hubOf(accountId).labels.list({ query: text, limit: suggested }, { signal }).page()).data,
    enabled: text !== '',
    staleTime: 60_000,
  })

export const useDefaults = (accountId: string) =>
  useQuery({
    queryKey: defaultsKey(accountId),
    queryFn: ({ signal }) => versioned(hubOf(accountId).defaults.get({ signal })),
    ...whenOpened,
  })
