import {
  type DeliveryMessage,
  type DeliveryOutcome,
  type OutletAdapter,
  OutletFailure,
  type OutletReason,
} from '../../outlets/index.ts'

/** What came of one attempt: the outlet's answer, or why there is none. */
export type Outcome = DeliveryOutcome | { readonly result: 'down' } | ({ readonly result: 'failed' } & OutletReason)

/** Talks to an outlet for as long as its adapter allows. Never rejects. */
export async function callOutlet(
  adapter: OutletAdapter,
  kind: 'deliver' | 'takedown',
  message: DeliveryMessage,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(adapter.retry.timeoutMs)
  try {
    return await Promise.race([rejectOnAbort(signal), callAdapter(adapter, kind, message, signal)])
  } catch (error) {
    if (error instanceof OutletFailure) return { result: 'failed', code: error.code, message: error.message }
    // Whatever else was thrown may hold addresses or credentials of the outlet.
    return signal.aborted
      ? { result: 'failed', code: 'outlet_timeout', message: `No answer within ${adapter.retry.timeoutMs} ms.` }
      : { result: 'failed', code: 'outlet_unreachable', message: 'The outlet could not be reached.' }
  }
}

async function callAdapter(
  adapter: OutletAdapter,
  kind: 'deliver' | 'takedown',
  message: DeliveryMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  if (kind === 'deliver') return adapter.deliver(message, signal)
  await adapter.takedown(message, signal)
  return { result: 'down' }
}

// An adapter that forgets its signal must not hold the worker.
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
