import type { CatalogItem, Release, ReleaseSort, ReleaseStatus, Upload } from '@spindle/client'
import type { DeliveryStateName, ResultOf } from '@spindle/contract'
import type { getReleaseChanges, getReleaseWithUploads } from '@spindle/contract/console'
import {
  type InfiniteData,
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { hubOf } from '../api/hub.ts'
import { ask, sessionApi } from '../api/session-api.ts'
import { isSignedOut } from '../failure.ts'
import { isHearingChanges } from '../live-state.ts'
import { tellIfSignedOut } from '../session-events.ts'

/** The queries of pages, and how long an answer counts as fresh. */

const secondMs = 1_000

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      // Whether a person is signed in is a separate query, whose answer may be no.
      onError: (error, query) => query.queryKey[0] !== 'session' && tellIfSignedOut(error),
    }),
    mutationCache: new MutationCache({ onError: tellIfSignedOut }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10 * secondMs, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

export const useHubFacts = () => useQuery({ queryKey: ['hub'], queryFn: sessionApi.getHubFacts })

/** Who is signed in; null when no one is. */
export const useSession = () =>
  useQuery({
    queryKey: ['session'],
    queryFn: () =>
      sessionApi.getSession().catch((error: unknown) => (isSignedOut(error) ? null : Promise.reject(error))),
    staleTime: 60 * secondMs,
  })

export interface CatalogFilters {
  readonly query?: string | undefined
  readonly status?: CatalogItem['status'] | undefined
  readonly type?: CatalogItem['type'] | undefined
  readonly deliveredTo?: string | undefined
  readonly deliveryState?: DeliveryStateName | undefined
  readonly deliveryReason?: string | undefined
  readonly hasErrors?: boolean | undefined
  readonly hasUnsentChanges?: boolean | undefined
  readonly needsAttention?: boolean | undefined
  readonly releasedFrom?: string | undefined
  readonly releasedTo?: string | undefined
  readonly sort?: ReleaseSort | undefined
}

const pageSize = 20

const readCatalog = (accountId: string, filters: CatalogFilters, cursor: string, signal: AbortSignal) =>
  hubOf(accountId)
    .catalog.list({ ...filters, limit: pageSize, count: true, ...(cursor !== '' && { cursor }) }, { signal })
    .page()

type CatalogPage = Awaited<ReturnType<typeof readCatalog>>
/** A release in the catalog, or the trace of a deleted one. */
export type CatalogEntry = CatalogPage['data'][number]
export type CatalogPages = InfiniteData<CatalogPage>

export const catalogKey = (accountId: string, filters: CatalogFilters) => ['catalog', accountId, filters] as const

export const useCatalog = (accountId: string, filters: CatalogFilters) =>
  useInfiniteQuery({
    queryKey: catalogKey(accountId, filters),
    queryFn: ({ pageParam, signal }) => readCatalog(accountId, filters, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (before) => before,
    // What changed meanwhile comes with the first page, see `useFirstPage`.
    refetchOnWindowFocus: false,
  })

export const newestKey = (accountId: string) => ['newest', accountId] as const

/** The first page of a catalog that is shown, loaded again when something changes: one request for any length. */
export const useFirstPage = (
  accountId: string,
  filters: CatalogFilters,
  shown: { readonly first: CatalogPage; readonly at: number },
) =>
  useQuery({
    queryKey: [...newestKey(accountId), filters],
    queryFn: ({ signal }) => readCatalog(accountId, filters, '', signal),
    initialData: shown.first,
    initialDataUpdatedAt: shown.at,
    refetchOnMount: false,
    gcTime: 0,
  })

/** The account at a glance. */
export const useSummary = (accountId: string) =>
  useQuery({
    queryKey: ['summary', accountId],
    queryFn: ({ signal }) => hubOf(accountId).catalog.getSummary({ signal }),
    refetchInterval: 30 * secondMs,
  })

/** Statuses that change automatically within moments. */
const isMoving: ReadonlySet<ReleaseStatus> = new Set(['submitted', 'approved', 'delivering', 'takedown_pending'])

export const releaseKey = (accountId: string, releaseId: string) => ['release', accountId, releaseId] as const

/**
 * A release, requested again as often as it may have changed. The first answer has its uploads as well, and what
 * happened to it is requested beside it, so that the page is there after one round trip to the hub.
 */
export const useRelease = (accountId: string, releaseId: string) => {
  const client = useQueryClient()
  const queryKey = releaseKey(accountId, releaseId)
  usePrefetchInfiniteQuery(releaseEvents(accountId, releaseId))
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      client.getQueryData(queryKey) === undefined
        ? openRelease(client, accountId, releaseId)
        : hubOf(accountId).releases.get(releaseId, { signal }),
    refetchInterval: ({ state: { data } }) =>
      (data && isMoving.has(data.status) ? (isHearingChanges() ? 10 : 1.5) : 30) * secondMs,
  })
}

async function openRelease(client: QueryClient, accountId: string, releaseId: string): Promise<Release> {
  const { release, uploads } = await ask<ResultOf<typeof getReleaseWithUploads>>(
    'GET',
    `/accounts/${encodeURIComponent(accountId)}/releases/${encodeURIComponent(releaseId)}`,
  )
  const ids = [...new Set(release.tracks.flatMap(({ uploadId }) => uploadId ?? []))]
  client.setQueryData(uploadsKey(accountId, ids), byId(uploads))
  return release
}

/** A release that another one names. Opening its page loads it again, with its uploads. */
export const useRelatedRelease = (accountId: string, releaseId: string) =>
  useQuery({
    queryKey: [...releaseKey(accountId, releaseId), 'related'],
    queryFn: ({ signal }) => hubOf(accountId).releases.get(releaseId, { signal }),
    staleTime: 60 * secondMs,
  })

/** Its key begins with that of the release: both change together. */
const releaseEvents = (accountId: string, releaseId: string) =>
  infiniteQueryOptions({
    queryKey: [...releaseKey(accountId, releaseId), 'events'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .releases.listEvents(releaseId, { limit: 20, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  })

/** What happened to a release, newest first. */
export const useReleaseEvents = (accountId: string, releaseId: string) =>
  useInfiniteQuery({
    ...releaseEvents(accountId, releaseId),
    refetchInterval: () => (isHearingChanges() ? 30 : 3) * secondMs,
  })

/**
 * The messages to stores about a release, newest first. Its key begins with that of the release: both change together.
 */
export const useReleaseMessages = (accountId: string, { id, deliveries }: Release) =>
  useInfiniteQuery({
    queryKey: [...releaseKey(accountId, id), 'messages'],
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .releases.listMessages(id, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    enabled: deliveries.some(({ outlet }) => outlet.kind !== 'property' && outlet.kind !== 'sandbox'),
    refetchInterval: () => (isHearingChanges() ? 30 : 3) * secondMs,
  })

/** What a takedown would end, and where. Its key begins with that of the release: both change together. */
export const useTakedownPreview = (accountId: string, releaseId: string) =>
  useQuery({
    queryKey: [...releaseKey(accountId, releaseId), 'takedown'],
    queryFn: ({ signal }) => hubOf(accountId).releases.previewTakedown(releaseId, { signal }),
  })

/** The differences of a release from the revision that outlets received. */
export const useReleaseChanges = (accountId: string, { id, revision, review }: Release) =>
  useQuery({
    queryKey: [...releaseKey(accountId, id), 'changes', revision, review?.decision],
    queryFn: () =>
      ask<ResultOf<typeof getReleaseChanges>>(
        'GET',
        `/accounts/${encodeURIComponent(accountId)}/releases/${encodeURIComponent(id)}/changes`,
      ),
  })

/** Its streams day by day, of the last four whole weeks, with those before. */
export const useReleaseNumbers = (accountId: string, releaseId: string) =>
  useQuery({
    queryKey: ['analytics', accountId, 'of', releaseId],
    queryFn: ({ signal }) =>
      hubOf(accountId).analytics.getAll(
        { releaseId: releaseId as Release['id'], metrics: 'streams', compare: 'previous' },
        { signal },
      ),
    staleTime: 60 * secondMs,
  })

const uploadsKey = (accountId: string, ids: readonly string[]) => ['uploads', accountId, ids] as const

const byId = (uploads: readonly Upload[]): ReadonlyMap<string, Upload> =>
  new Map(uploads.map((upload) => [upload.id, upload]))

/** Uploads with their measurements, which never change once the analysis has ended; deleted ones are missing. */
export const useUploads = (accountId: string, uploadIds: readonly string[]) => {
  const ids = [...new Set(uploadIds)]
  return useQuery({
    queryKey: uploadsKey(accountId, ids),
    queryFn: async ({ signal }) => {
      const pages = sliceBy(ids, idsAtOnce).map((some) =>
        hubOf(accountId).uploads.list({ ids: some.join(), include: 'peaks', limit: some.length }, { signal }).page(),
      )
      return byId((await Promise.all(pages)).flatMap(({ data }) => data))
    },
    staleTime: ({ state: { data } }) => (data && areMeasured(data, ids) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state: { data } }) =>
      data && [...data.values()].some(({ status }) => !hasEnded.has(status)) ? secondMs : false,
  })
}

/** As many as the hub lists by their ids at once. */
const idsAtOnce = 100

const sliceBy = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))

const areMeasured = (found: ReadonlyMap<string, Upload>, ids: readonly string[]): boolean =>
  ids.every((id) => found.get(id)?.technical)

const hasEnded: ReadonlySet<Upload['status']> = new Set(['ready', 'rejected', 'expired'])

export const keysKey = (accountId: string) => ['keys', accountId] as const

/** API keys, newest first. */
export const useKeys = (accountId: string) =>
  useInfiniteQuery({
    queryKey: keysKey(accountId),
    queryFn: ({ pageParam, signal }) =>
      hubOf(accountId)
        .keys.list({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  })
