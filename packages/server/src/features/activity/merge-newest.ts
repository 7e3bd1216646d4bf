/** Two lists, each with the newest first, as one. Pure. */

interface Dated {
  readonly at: string
}

/** The beginning of a list; `next` is null where nothing follows it. */
export interface Beginning<T> {
  readonly data: readonly T[]
  readonly next: string | null
}

export interface Merged<T> {
  readonly data: readonly T[]
  /** How many of each were taken. */
  readonly taken: readonly [first: number, second: number]
  readonly hasMore: boolean
}

/**
 * At most `limit`. It ends where one list is used up but has more: what follows there may be newer than the rest of the
 * other.
 */
export function mergeNewest<T extends Dated>(first: Beginning<T>, second: Beginning<T>, limit: number): Merged<T> {
  const data: T[] = []
  const taken: [number, number] = [0, 0]
  while (data.length < limit) {
    const [one, other] = [first.data[taken[0]], second.data[taken[1]]]
    if ((!one && first.next !== null) || (!other && second.next !== null)) break
    const isFirst = one && (!other || one.at >= other.at)
    const newest = isFirst ? one : other
    if (!newest) break
    data.push(newest)
    taken[isFirst ? 0 : 1]++
  }
  const isUsedUp = ({ data: all, next }: Beginning<T>, count: number): boolean => next === null && count === all.length
  return { data, taken, hasMore: !isUsedUp(first, taken[0]) || !isUsedUp(second, taken[1]) }
}
