/** Numbers that look random and are the same for the same seed, on every machine. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number
  /** From 0 to below `end`, whole. */
  below(end: number): number
  /** One of the values, in proportion to the weights. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T
}

/** Mulberry32 over FNV-1a of the seed. */
export function seededRandom(seed: string): SeededRandom {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (end) => Math.floor(next() * end),
    pick(weighted) {
      let rest = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of weighted) {
        rest -= weight
        if (rest < 0) return value
      }
      const [first] = weighted
      if (!first) throw new Error('nothing to pick from')
      return first[0]
    },
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}
