import type { LiveEvent } from '@spindle/client'

/** The events of an account as they happen, for code other than queries. */

type Listener = (event: LiveEvent) => void

const listeners = new Map<string, Set<Listener>>()

/** Calls `listener` with every event while a page of the account is open; returns a function that ends that. */
export function onNews(accountId: string, listener: Listener): () => void {
  const known = listeners.get(accountId) ?? new Set()
  listeners.set(accountId, known.add(listener))
  return () => known.delete(listener)
}

export function tellNews(accountId: string, event: LiveEvent): void {
  for (const listener of listeners.get(accountId) ?? []) listener(event)
}
