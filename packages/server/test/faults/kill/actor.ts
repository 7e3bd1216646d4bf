import type { Random } from '../../harness/random.ts'

/** The address of the hub in this round, and the client that an actor uses. */
export interface Target {
  readonly url: string
  readonly dataDir: string
  readonly key: string
  readonly bearer: string
  readonly integrationToken: string
}

/**
 * A client that records every answer. What was answered must exist once; what was not answered may exist at most once,
 * and exactly once after it was repeated with its Idempotency-Key.
 */
export interface Actor {
  readonly name: string
  /** Sends one request or a few; throws `Unanswered` if the hub is gone. */
  step(target: Target): Promise<void>
  /** Compares what was touched since the last time, and a sample of earlier items, with the hub's state. */
  verifyRecent(target: Target): Promise<void>
  /** Repeats what was never answered, then compares everything. */
  verifyAll(target: Target): Promise<void>
  /** Writes that were acknowledged so far. */
  acknowledged(): number
}

/** Thrown with the expected and the actual state. */
export class BrokenPromise extends Error {}

export function promised(isKept: boolean, what: string, found?: unknown): void {
  if (!isKept)
    throw new BrokenPromise(found === undefined ? what : `${what}; found ${JSON.stringify(found)?.slice(0, 1_000)}`)
}

/** Everything touched since the last call, and some of what came before. */
export function createTouched<T>(random: Random) {
  const all: T[] = []
  const recent = new Set<T>()
  return {
    all,
    touch(entry: T): T {
      if (!recent.has(entry)) recent.add(entry)
      return entry
    },
    add(entry: T): T {
      all.push(entry)
      recent.add(entry)
      return entry
    },
    takeSample(older: number): T[] {
      const sample = new Set(recent)
      recent.clear()
      for (let i = 0; i < older && all.length > 0; i++) sample.add(random.pick(all))
      return [...sample]
    },
  }
}
