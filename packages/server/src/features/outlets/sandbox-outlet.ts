import {
  type DeliveryMessage,
  type DeliveryOutcome,
  type OutletAdapter,
  OutletFailure,
  type RetryPolicy,
} from './outlet.ts'
import { parseSandboxScript } from './sandbox-script.ts'

/**
 * An outlet that behaves as the release scripts it, so that every course of a delivery can be tried without a store.
 */

const quick: RetryPolicy = { maxAttempts: 4, firstPauseMs: 250, maxPauseMs: 60_000, timeoutMs: 1_000 }

export function sandboxAdapter(retry: RetryPolicy = quick): OutletAdapter {
  return {
    kind: 'sandbox',
    // Its script stands there.
    mayReadMetadata: true,
    retry,
    deliver: (message, { signal }) => runScript(message, signal),
    async takedown({ release, attempt }) {
      if (attempt <= parseSandboxScript(release.metadata).failingTakedowns) throw failure(attempt)
      return { result: 'down' }
    },
  }
}

async function runScript({ release, tracks, attempt }: DeliveryMessage, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { outcome } = parseSandboxScript(release.metadata)
  switch (outcome.do) {
    case 'acknowledge':
      return { result: 'accepted', refusedTracks: [] }
    case 'refuse':
      return {
        result: 'refused',
        code: outcome.code,
        message: `The sandbox refused the release, as set in its metadata: ${outcome.code}.`,
      }
    case 'timeout':
      return waitForAbort(signal)
    case 'fail_times':
      if (attempt <= outcome.times) throw failure(attempt)
      return { result: 'accepted', refusedTracks: [] }
    case 'fail_track': {
      const track = tracks[outcome.place - 1]
      const message = `The sandbox refused track ${outcome.place}, as set in the metadata.`
      return {
        result: 'accepted',
        refusedTracks: track ? [{ trackId: track.id, code: 'resource_corrupt', message }] : [],
      }
    }
  }
}

const failure = (attempt: number): OutletFailure =>
  new OutletFailure('outlet_unreachable', `The sandbox failed attempt ${attempt}, as set in the metadata.`)

/** Never answers; the caller gives up. */
const waitForAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
