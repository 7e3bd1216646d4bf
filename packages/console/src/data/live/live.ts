import type { LiveEvent } from '@spindle/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hubOf } from '../api/hub.ts'
import { activityKey } from '../api/team-api.ts'
import { setHearingChanges } from '../live-state.ts'
import { keysKey, newestKey, releaseKey } from '../queries/queries.ts'
import { tellNews } from './live-news.ts'
import { paced, pause } from './paced.ts'

/**
 * Live updates of pages. All windows of a browser share one stream, because a browser has six connections to a
 * host and uploads need them: the one that holds the lock follows the hub and notifies the others. Without locks (plain
 * http in a local network) or without a connection, pages poll from time to time, as they do anyway.
 */

type News = { readonly news: LiveEvent } | { readonly isGood: boolean }

/**
 * Keeps the shown data of an account up to date for as long as one of its pages is open. `lastEventId` came with the
 * session, before any request for the account: from there on nothing is left out, and nothing is requested twice.
 */
export function useLiveAccount(accountId: string, lastEventId: string | null): void {
  const client = useQueryClient()
  const [begin] = useState(lastEventId)
  useEffect(() => {
    if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return undefined
    if (begin !== null && !heardUpTo.has(accountId)) heardUpTo.set(accountId, begin)
    return followAccount(accountId, client)
  }, [accountId, begin, client])
}

/** By account, also while another one is open: its cached data is as old as that. */
const heardUpTo = new Map<string, string>()

function followAccount(accountId: string, client: QueryClient): () => void {
  const name = `spindle:live:${accountId}`
  const channel = new BroadcastChannel(name)
  const gone = new AbortController()
  const refresh = queryRefresher(accountId, client, gone.signal)
  const hear = (event: LiveEvent): void => {
    refresh(event)
    tellNews(accountId, event)
  }
  const take = (news: News): void => {
    if ('isGood' in news) {
      setHearingChanges(news.isGood)
      if (news.isGood) retryFailed(client)
    } else {
      if (news.news.id !== undefined) heardUpTo.set(accountId, news.news.id)
      hear(news.news)
    }
  }
  channel.onmessage = ({ data }: MessageEvent<News>) => take(data)
  const tell = (news: News): void => {
    take(news)
    channel.postMessage(news)
  }
  const lead = async (): Promise<void> => {
    // A stream that started now would miss what happened before.
    if (!heardUpTo.has(accountId)) hear({ event: 'reset', id: undefined, data: {} })
    while (!gone.signal.aborted) {
      await untilOnline(gone.signal)
      await readStream({ accountId, signal: gone.signal, lastEventId: heardUpTo.get(accountId), tell })
      tell({ isGood: false })
      await pause(navigator.onLine ? pauseMs : 0, gone.signal)
    }
  }
  void navigator.locks.request(name, { signal: gone.signal }, lead).catch(() => {})
  return () => {
    gone.abort()
    channel.close()
    setHearingChanges(false)
  }
}

interface Reading {
  readonly accountId: string
  readonly signal: AbortSignal
  readonly lastEventId: string | undefined
  readonly tell: (news: News) => void
}

/** Until the network is gone, the page is gone, or the hub refuses (the session may have ended). */
async function readStream({ accountId, signal, lastEventId, tell }: Reading): Promise<void> {
  const line = new AbortController()
  const cut = (): void => line.abort()
  signal.addEventListener('abort', cut)
  addEventListener('offline', cut)
  try {
    const onLine = (isGood: boolean): void => tell({ isGood })
    for await (const news of hubOf(accountId).events.stream({ signal: line.signal, lastEventId, onLine }))
      tell({ news })
  } catch {
    // Pages show what is wrong: they send their own requests.
  } finally {
    signal.removeEventListener('abort', cut)
    removeEventListener('offline', cut)
    line.abort()
  }
}

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine || signal.aborted) return resolve()
    const done = (): void => resolve()
    addEventListener('online', done, { once: true, signal })
    signal.addEventListener('abort', done, { once: true })
    return undefined
  })

const pauseMs = 5_000

function queryRefresher(accountId: string, client: QueryClient, signal: AbortSignal): (event: LiveEvent) => void {
  const refresh = paced<readonly unknown[]>({ signal, refresh: (queryKey) => refreshQueries(client, queryKey) })
  return (event) => {
    for (const key of queriesOf(accountId, event)) refresh(key)
  }
}

/** Never cancels a request that is under way: a person may have asked for it. */
async function refreshQueries(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const wasBusy = client.isFetching({ queryKey }) > 0
  // Pages of the catalog are not loaded again: `useNewReleases` compares them with the first one.
  const refetchType = queryKey[0] === 'catalog' ? 'none' : 'active'
  await client.invalidateQueries({ queryKey, refetchType }, { cancelRefetch: false })
  // What was under way may have been answered before the change.
  if (wasBusy) await client.invalidateQueries({ queryKey, refetchType }, { cancelRefetch: false })
}

/** Pages that could not be loaded ask again by themselves once the hub answers. */
const retryFailed = (client: QueryClient): void =>
  void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** The beginnings of the keys of all queries whose answer an event changes. */
function queriesOf(accountId: string, event: LiveEvent): readonly (readonly unknown[])[] {
  const lists = [
    ['catalog', accountId],
    newestKey(accountId),
    ['summary', accountId],
    ['trash', accountId],
    activityKey(accountId),
  ]
  switch (event.event) {
    case 'release':
      return [releaseKey(accountId, event.data.id), ...lists]
    case 'delivery':
      return [releaseKey(accountId, event.data.releaseId), ...lists]
    case 'upload':
      return [['uploads', accountId]]
    case 'key':
      return [keysKey(accountId), activityKey(accountId)]
    case 'reset':
      return [...lists, ['release', accountId], ['uploads', accountId], keysKey(accountId)]
  }
}
