import { expect, it } from 'vitest'
import { collectInTurns } from './collect-in-turns.ts'

it('collects all in its order, and lets others have a turn in between', async () => {
  const seen: number[] = []
  let made = 0
  function* numbers(): Generator<number> {
    for (; made < 25; ) yield ++made
  }
  const tick = (): void => {
    seen.push(made)
    if (made < 25) setImmediate(tick)
  }
  setImmediate(tick)
  expect(await collectInTurns(numbers(), 10)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  expect(seen).toEqual(expect.arrayContaining([10, 20]))
})
