import { expect, it } from 'vitest'
import { databaseClock, estimateSkew } from './database-clock.ts'

it('counts as a difference only what the way there and back cannot explain', () => {
  expect(estimateSkew({ before: 1_000, after: 1_200, there: 1_050 })).toBe(0)
  expect(estimateSkew({ before: 1_000, after: 1_200, there: 900 })).toBe(100)
  expect(estimateSkew({ before: 1_000, after: 1_200, there: 1_500 })).toBe(-300)
})

it('goes by the time of the database once it was measured, and by the machine before', async () => {
  const machine = { ms: 100_000, now: () => machine.ms }
  const clock = databaseClock(machine)
  expect(clock.now()).toBe(100_000)
  const system = { readRow: async <R>() => ({ ms: 60_000 }) as R }
  expect(await clock.measure(system)).toBe(40_000)
  machine.ms += 5
  expect(clock.now()).toBe(60_005)
})
