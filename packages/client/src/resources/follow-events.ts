import type { FeedEvent, LiveEvent } from '@spindle/contract'
import { SpindleError } from '../errors.ts'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { OfferedId } from '../operations/endpoints.ts'
import { isRetryable } from '../transport/retry-policy.ts'
import { sleep } from '../transport/sleep.ts'
import { parseEvents } from './parse-events.ts'

/** How events are followed. */
export interface StreamOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
  /** `id` of the last processed event, to continue after it. */
  readonly lastEventId?: string | undefined
  /** Called when the connection is established, and when it is lost and will be retried. */
  readonly onLine?: ((isGood: boolean) => void) | undefined
}

/** The hub shows a sign of life every 15 seconds; without three of them the line is dead. */
const silenceMs = 45_000
const firstDelayMs = 1_000
const longestDelayMs = 30_000

type StreamId = Extract<OfferedId, `stream${string}`>

/** Follows the stream through lost lines and restarts of the hub. */
export async function* followEvents<Event extends LiveEvent | FeedEvent>(
  call: OperationCaller,
  id: StreamId,
  { signal, onLine, ...options }: StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  let { lastEventId } = options
  for (let failures = 0; !signal?.aborted; ) {
    const line = new AbortController()
    const cut = (): void => line.abort(signal?.reason)
    signal?.addEventListener('abort', cut, { once: true })
    try {
      const response = await open(call, id, { lastEventId, signal: line.signal })
      onLine?.(true)
      for await (const { id: place, event, data } of parseEvents(response, () => line.abort(), silenceMs)) {
        failures = 0
        lastEventId = place ?? lastEventId
        yield { event, id: place, data } as Event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof SpindleError && !isRetryable(error)) throw error
    } finally {
      signal?.removeEventListener('abort', cut)
      line.abort()
    }
    onLine?.(false)
    failures += 1
    await sleep(Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1)), signal).catch(() => {})
  }
}

async function open(
  call: OperationCaller,
  id: StreamId,
  { lastEventId, signal }: { readonly lastEventId: string | undefined; readonly signal: AbortSignal },
): Promise<Response> {
  const response = await call.raw(
    id,
    {
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    },
    { signal, maxRetries: 0 },
  )
  if (!/^text\/event-stream\b/.test(response.headers.get('content-type') ?? ''))
    throw new SpindleError('The hub did not return a stream of events.', { code: 'unexpected_answer' })
  return response
}
