import { expect, it } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [19, [0, 5, 10, 15, 20]],
  [420, [0, 200, 400, 600]],
  [12_480, [0, 5_000, 10_000, 15_000]],
  [1_000_000, [0, 500_000, 1_000_000]],
])('marks an axis up to %i by 1, 2 or 5 times a power of ten', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})
