import { parseIsrc } from '@spindle/contract/vocabulary'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'

/** The queries of the pages about recordings. */

const pageSize = 50

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
  search === '' ? {} : parseIsrc(search) === undefined ? { query: search } : { isrc: search }

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
