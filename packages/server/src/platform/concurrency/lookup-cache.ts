import type { Clock } from '../clock.ts'

/**
 * Caches look-ups of credentials, hits and misses, for a few seconds. Guarantees that nothing read before a `drop` is
 * served after it: a running look-up is neither shared nor stored once its entry was dropped.
 */
export interface LookupCache<V> {
  /** Returns the cached value, or the result of `load`. A failed `load` is not cached. */
  get(key: string, load: () => Promise<V>): Promise<V>
  drop(key: string): void
  dropAll(): void
}

/** How long a result is valid (milliseconds), and how many are kept. */
export interface LookupCacheOptions {
  readonly clock: Clock
  readonly ttlMs: number
  readonly maxEntries: number
}

interface Entry<V> {
  readonly value: Promise<V>
  readonly endsAtMs: number
}

/** Caches results of look-ups. Concurrent look-ups of the same key are one. */
export function lookupCache<V>({ clock, ttlMs, maxEntries }: LookupCacheOptions): LookupCache<V> {
  const entries = new Map<string, Entry<V>>()
  return {
    get(key, load) {
      const found = entries.get(key)
      if (found && clock.now() < found.endsAtMs) return found.value
      const value = load()
      // Counted from the start of the look-up: a served result is never older than the time to live.
      const entry: Entry<V> = { value, endsAtMs: clock.now() + ttlMs }
      entries.delete(key)
      entries.set(key, entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break
        entries.delete(oldest)
      }
      value.catch(() => entries.get(key) === entry && entries.delete(key))
      return value
    },
    drop: (key) => void entries.delete(key),
    dropAll: () => entries.clear(),
  }
}
