import { setImmediate } from 'node:timers/promises'

/** All that a generator makes, with a turn for everybody else after each `atATime`: where there is a lot, it takes long. */
export async function collectInTurns<T>(items: Iterable<T>, atATime: number): Promise<T[]> {
  const all: T[] = []
  for (const item of items) if (all.push(item) % atATime === 0) await setImmediate()
  return all
}
