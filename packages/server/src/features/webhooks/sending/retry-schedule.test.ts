import { describe, expect, it } from 'vitest'
import { findRetryDelay, parseRetryAfter } from './retry-schedule.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('findRetryDelay', () => {
  it.each([
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
    [10, undefined],
    [11, undefined],
  ])('waits after attempt %i for %s ms', (attempts, delay) => {
    expect(findRetryDelay({ attempts, retryAfterMs: undefined, chance: 0 })).toBe(delay)
  })

  it('comes up to a tenth later, never earlier', () => {
    expect(findRetryDelay({ attempts: 2, retryAfterMs: undefined, chance: 1 })).toBe(330_000)
    const drawn = Array.from({ length: 50 }, () => findRetryDelay({ attempts: 1, retryAfterMs: undefined }) ?? 0)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(5_000)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(5_500)
  })

  it('waits for as long as the receiver asks, a day at most, and never less than the schedule says', () => {
    expect(findRetryDelay({ attempts: 1, retryAfterMs: 90_000, chance: 0 })).toBe(90_000)
    expect(findRetryDelay({ attempts: 3, retryAfterMs: 1_000, chance: 0 })).toBe(30 * minute)
    expect(findRetryDelay({ attempts: 1, retryAfterMs: 900 * hour, chance: 0 })).toBe(24 * hour)
  })
})

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-05-01T08:00:00Z')
  it.each([
    [429, '120', 120_000],
    [503, ' 7 ', 7_000],
    [503, 'Fri, 01 May 2026 08:01:00 GMT', 60_000],
    [503, 'Fri, 01 May 2026 07:00:00 GMT', undefined],
    [429, 'soon', undefined],
    [429, '-1', undefined],
    [500, '120', undefined],
    [null, '120', undefined],
    [429, undefined, undefined],
  ])('reads of %s with %s: %s ms', (status, header, delay) => {
    expect(parseRetryAfter(status, header, now)).toBe(delay)
  })
})
