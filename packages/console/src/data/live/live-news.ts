import type { LiveEvent } from '@spindle/client'

/** What the hub tells of an account as it happens, for those that are no queries. */

type Listener = (event: LiveEvent) => void

const listeners = new Map<string, Set<Listener>>()

/** Hears every event while a page of the account is open; answers how to end that. */
export function onNews(accountId: string, listener: Listener): () => void {
  const known = listeners.get(accountId) ?? new Set()
  listeners.set(accountId, known.add(listener))
  return () => known.delete(listener)
}

export function tellNews(accountId: string, event: LiveEvent): void {
  for (const listener of listeners.get(accountId) ?? []) listener(event)
}
