import type { Random } from '../../harness/random.ts'

/** Where the hub of this round answers, and the client that an actor uses. */
export interface Target {
  readonly url: string
  readonly dataDir: string
  readonly key: string
  readonly bearer: string
  readonly integrationToken: string
}

/**
 * A client that remembers every answer it got: its memory is the oracle. What was answered must be there, once; what
 * was not answered may be there, at most once, and exactly once after it was repeated with its Idempotency-Key.
 */
export interface Actor {
  readonly name: string
  /** One request or a few; throws `Unanswered` when the hub is gone. */
  step(target: Target): Promise<void>
  /** Compares what was touched since the last time, and a sample of before, with what the hub says. */
  verifyRecent(target: Target): Promise<void>
  /** Repeats what was never answered, then compares everything. */
  verifyAll(target: Target): Promise<void>
  /** Writes that were acknowledged so far. */
  acknowledged(): number
}

/** Thrown with what was promised and what was found. */
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
