import { WaitError } from '../errors.ts'
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

/** A resource with a state, what is waited for, and the states from which it cannot come by itself. */
export interface Waiting<Resource extends { readonly status: string }> {
  /** What is waited for, as messages name it. */
  readonly what: string
  /** Reads its current state. */
  readonly read: () => Promise<Resource>
  /** States that are waited for. */
  readonly targets: readonly string[]
  /** States it leaves only when somebody acts. */
  readonly deadEnds: readonly string[]
  /** How long and how often. */
  readonly options: WaitOptions
}

const firstPollMs = 500
const longestPollMs = 5_000

/** Looks until the resource is in one of the target states; throws `WaitError` at a dead end or when the time is over. */
export async function waitUntil<Resource extends { readonly status: string }>({
  what,
  read,
  targets,
  deadEnds,
  options: { signal, timeoutMs = 600_000, pollMs },
}: Waiting<Resource>): Promise<Resource> {
  const deadlineMs = Date.now() + timeoutMs
  for (let pause = pollMs ?? firstPollMs; ; pause = pollMs ?? Math.min(pause * 1.5, longestPollMs)) {
    const last = await read()
    if (targets.includes(last.status)) return last
    const wanted = targets.join(' or ')
    if (deadEnds.includes(last.status))
      throw new WaitError(`${what} is ${last.status} and will not become ${wanted} by itself`, {
        code: 'wait_dead_end',
        last,
      })
    if (Date.now() + pause > deadlineMs)
      throw new WaitError(`${what} is still ${last.status} after ${timeoutMs} ms, not ${wanted}`, {
        code: 'wait_timeout',
        last,
      })
    await sleep(pause, signal)
  }
}
