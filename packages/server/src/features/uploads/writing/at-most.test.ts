import { expect, it } from 'vitest'
import { createAtMost } from './at-most.ts'

it('never runs more at once, keeps the order, and survives failures', async () => {
  const atMost = createAtMost(2)
  const begun: number[] = []
  let running = 0
  let highest = 0
  const work = (index: number) => async () => {
    begun.push(index)
    running += 1
    highest = Math.max(highest, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (index === 1) throw new Error('one fails')
    return index
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => atMost(work(index))))
  expect(highest).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
