import type { OutletAdapter } from './outlet.ts'

/** A property fetches what it may play from the feed, so a release is delivered as soon as the feed holds it. */
export const propertyOutlet: OutletAdapter = {
  kind: 'property',
  mayReadMetadata: false,
  retry: { maxAttempts: 10, firstPauseMs: 1_000, maxPauseMs: 3_600_000, timeoutMs: 30_000 },
  deliver: async () => ({ result: 'accepted', refusedTracks: [] }),
  takedown: async () => ({ result: 'down' }),
}
