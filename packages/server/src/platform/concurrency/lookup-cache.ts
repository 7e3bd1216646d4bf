import type { Clock } from '../clock.ts'

/**
 * Remembers look-ups of credentials, hits and misses, for a few seconds. Owns the promise that nothing read before a
 * `drop` is served after it: a look-up that was under way is neither shared nor stored once its entry was dropped.
 */
export interface LookupCache<V> {
  /** The remembered value, or what `load` answers. A failing `load` is not remembered. */
  get(key: string, load: () => Promise<V>): Promise<V>
  drop(key: string): void
  dropAll(): void
}

/** How long an answer counts (milliseconds), and how many are kept. */
export interface LookupCacheOptions {
  readonly clock: Clock
  readonly ttlMs: number
  readonly maxEntries: number
}

interface Entry<V> {
  readonly value: Promise<V>
  readonly endsAtMs: number
}

/** Keeps answers of look-ups. Equal look-ups at the same time are one. */
export function lookupCache<V>({ clock, ttlMs, maxEntries }: LookupCacheOptions): LookupCache<V> {
  const entries = new Map<string, Entry<V>>()
  return {
    get(key, load) {
      const found = entries.get(key)
      if (found && clock.now() < found.endsAtMs) return found.value
      const value = load()
      // Counted from before the look-up: what is served is never older than the time to live.
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
