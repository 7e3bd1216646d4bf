import { setImmediate } from 'node:timers/promises'

/**
 * Collects everything that a generator yields, and lets other work run after each `atATime` items, because many take
 * long.
 */
export async function collectInTurns<T>(items: Iterable<T>, atATime: number): Promise<T[]> {
  const all: T[] = []
  for (const item of items) if (all.push(item) % atATime === 0) await setImmediate()
  return all
}
