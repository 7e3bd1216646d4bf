import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about recordings. */

const pageSize = 50

/** An ISRC with or without separators. */
const isrcPattern = /^[a-z]{2}-?[a-z0-9]{3}-?\d{2}-?\d{5}$/i

export const useRecordings = (accountId: string, search: string) =>
  useInfiniteQuery({
    queryKey: ['recordings', accountId, search],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .recordings.list({ ...filterOf(search), limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
  })

const filterOf = (search: string) =>
  search === '' ? {} : isrcPattern.test(search) ? { isrc: search } : { query: search }

export const useRecording = (accountId: string, isrc: string) =>
  useQuery({
    queryKey: ['recording', accountId, isrc],
    queryFn: ({ signal }) => hubOf(accountId).recordings.get(isrc, { signal }),
  })

/** Over all releases of the recording. */
export const useRecordingStreams = (accountId: string, isrc: string) =>
  useQuery({
    queryKey: ['analytics', accountId, 'isrc', isrc],
    queryFn: ({ signal }) => hubOf(accountId).analytics.getAll({ isrc, granularity: 'total' }, { signal }),
  })
