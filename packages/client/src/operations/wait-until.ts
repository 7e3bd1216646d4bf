import { SpindleError, WaitError } from '../errors.ts'
import { isRetryable } from '../transport/retry-policy.ts'
import { sleep } from '../transport/sleep.ts'

/** How long to wait, and how often to look. */
export interface WaitOptions {
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Limit of the whole wait; default 10 minutes. */
  readonly timeoutMs?: number | undefined
  /** Time between two looks; by default it grows from half a second to five seconds. */
  readonly pollMs?: number | undefined
}

/** A resource with a state, the expected state, and the states from which it cannot be reached automatically. */
export interface Waiting<Resource extends { readonly status: string }> {
  /** What is waited for, as messages name it. */
  readonly what: string
  /** Reads its current state. */
  readonly read: () => Promise<Resource>
  /** States that are waited for. */
  readonly targets: readonly string[]
  /** States it leaves only when a person acts. */
  readonly deadEnds: readonly string[]
  /** Why waiting makes no sense although the state is not final; undefined if it does. */
  readonly reasonToStop?: ((resource: Resource, deadlineMs: number) => string | undefined) | undefined
  /** How long and how often. */
  readonly options: WaitOptions
}

const firstPollMs = 500
const longestPollMs = 5_000

/**
 * Polls until the resource is in one of the target states; throws `WaitError` at a dead end or when the time is over. A
 * hub that restarts, or a connection that is lost, does not end a wait that has begun: the request is repeated.
 */
export async function waitUntil<Resource extends { readonly status: string }>({
  what,
  read,
  targets,
  deadEnds,
  reasonToStop,
  options: { signal, timeoutMs = 600_000, pollMs },
}: Waiting<Resource>): Promise<Resource> {
  const deadlineMs = Date.now() + timeoutMs
  const wanted = targets.join(' or ')
  let last: Resource | undefined
  for (let pause = pollMs ?? firstPollMs; ; pause = pollMs ?? Math.min(pause * 1.5, longestPollMs)) {
    const isLastLook = Date.now() + pause > deadlineMs
    last = await readThroughOutage(read, isLastLook ? undefined : last)
    if (targets.includes(last.status)) return last
    if (deadEnds.includes(last.status))
      throw new WaitError(`${what} is ${last.status} and will not become ${wanted} without a change`, {
        code: 'wait_dead_end',
        last,
      })
    const reason = reasonToStop?.(last, deadlineMs)
    if (reason !== undefined)
      throw new WaitError(`${what} is ${last.status}: ${reason}`, { code: 'wait_too_long', last })
    if (isLastLook)
      throw new WaitError(`${what} is still ${last.status} after ${timeoutMs} ms, not ${wanted}`, {
        code: 'wait_timeout',
        last,
      })
    await sleep(pause, signal)
  }
}

/** What was read before, while the hub does not answer. Without it the error is thrown: the address may be wrong. */
async function readThroughOutage<Resource>(
  read: () => Promise<Resource>,
  before: Resource | undefined,
): Promise<Resource> {
  try {
    return await read()
  } catch (error) {
    if (before === undefined || !(error instanceof SpindleError) || !isRetryable(error)) throw error
    return before
  }
}
