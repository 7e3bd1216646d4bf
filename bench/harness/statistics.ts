/** The middle value; the mean of the two middle ones if their number is even. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export interface Spread {
  readonly min: number
  readonly max: number
}

export const spread = (values: readonly number[]): Spread => ({ min: Math.min(...values), max: Math.max(...values) })

/** The same from the ratio of each round: on a busy machine two runs that follow each other are more alike than two medians. */
export function ratioOfPairs(ours: readonly number[], theirs: readonly number[]): Ratio {
  const perRound = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  return { value: median(perRound), ...spread(perRound) }
}

/**
 * A report of two series from the same rounds: the ratio of their medians, and how far single rounds differ from it.
 */
export interface Ratio extends Spread {
  readonly value: number
}

export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  const perRound = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  return { value: median(ours) / median(theirs), ...spread(perRound) }
}
