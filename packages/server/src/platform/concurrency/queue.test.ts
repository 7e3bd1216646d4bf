import { expect, it } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

it('runs as much at a time as there are places, in order, including failures', async () => {
  const queue = concurrencyLimit(2)
  const started: number[] = []
  const pending = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
  const results = pending.map(({ promise }, index) =>
    queue.run(() => {
      started.push(index)
      return promise
    }),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  pending[1]?.reject(new Error('no'))
  await expect(results[1]).rejects.toThrow('no')
  expect(started).toEqual([0, 1, 2])
  for (const [index, one] of pending.entries()) one.resolve(index)
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual([0, 2, 3])
  expect(started).toEqual([0, 1, 2, 3])
})
