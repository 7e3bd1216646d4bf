/**
 * Merges two lists that are both in the order of `compare`: matching items come together. Only one item of each list is
 * in memory. Items out of order come alone.
 */
export async function* mergeOrdered<Left, Right>(
  left: AsyncIterable<Left>,
  right: AsyncIterable<Right>,
  compare: (left: Left, right: Right) => number,
): AsyncGenerator<readonly [Left | undefined, Right | undefined]> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()]
  try {
    let [one, other] = [await lefts.next(), await rights.next()]
    while (!one.done || !other.done) {
      const order = one.done ? 1 : other.done ? -1 : compare(one.value, other.value)
      yield [order <= 0 ? one.value : undefined, order >= 0 ? other.value : undefined]
      if (order <= 0) one = await lefts.next()
      if (order >= 0) other = await rights.next()
    }
  } finally {
    await lefts.return?.()
    await rights.return?.()
  }
}
