import {
  type DeliveryAccess,
  type DeliveryMessage,
  type DeliveryOutcome,
  type OutletAdapter,
  OutletFailure,
  type OutletReason,
  type TakedownOutcome,
} from '../../outlets/index.ts'

/** The result of one attempt: the outlet's answer, or why it is missing. */
export type Outcome =
  | DeliveryOutcome
  | TakedownOutcome
  | ({ readonly result: 'failed'; readonly isFinal?: boolean } & OutletReason)

/** One attempt: which message goes to which outlet. */
export interface OutletCall {
  readonly adapter: OutletAdapter
  readonly kind: 'deliver' | 'takedown'
  readonly message: DeliveryMessage
  readonly access: Omit<DeliveryAccess, 'signal'>
}

/** Calls an outlet within the time limit of its adapter, and stops early if the call is superseded. Never rejects. */
export async function callOutlet(call: OutletCall, lost: AbortSignal): Promise<Outcome> {
  const { retry } = call.adapter
  const signal = AbortSignal.any([AbortSignal.timeout(retry.timeoutMs), lost])
  try {
    return await Promise.race([rejectOnAbort(signal), callAdapter(call, signal)])
  } catch (error) {
    if (error instanceof OutletFailure) {
      const { code, message, isFinal } = error
      return { result: 'failed', code, message, ...(isFinal && { isFinal }) }
    }
    if (lost.aborted)
      return { result: 'failed', code: 'attempt_lost', message: 'The delivery changed in the meantime.' }
    // Any other error may contain addresses or credentials of the outlet.
    return signal.aborted
      ? { result: 'failed', code: 'outlet_timeout', message: `No answer within ${retry.timeoutMs} ms.` }
      : { result: 'failed', code: 'outlet_unreachable', message: 'The outlet could not be reached.' }
  }
}

async function callAdapter({ adapter, kind, message, access }: OutletCall, signal: AbortSignal): Promise<Outcome> {
  return adapter[kind](message, { ...access, signal })
}

// An adapter that ignores its signal must not block the worker.
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
