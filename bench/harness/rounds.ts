export interface Side {
  readonly name: string
  /** One measurement. */
  measure(): Promise<number>
}

/**
 * Every round measures each side once, and each round begins with another side: a noisy neighbour hits all of them
 * alike, and none profits from going first. Answers the samples of each side in the order of the sides.
 */
export async function interleave(sides: readonly Side[], rounds: number): Promise<number[][]> {
  const samples = sides.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const index = (turn + round) % sides.length
      const value = await sides[index]?.measure()
      if (value !== undefined) samples[index]?.push(value)
    }
  }
  return samples
}
