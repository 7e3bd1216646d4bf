import { describe, expect, it } from 'vitest'
import { daysBetween, isRealDateOrInstant, periodEndMs, periodStartMs } from './calendar.ts'

describe('daysBetween', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-21', 1],
    ['2026-11-20', '2026-11-19', -1],
    ['2024-02-28', '2024-03-01', 2],
    ['2026-02-28', '2026-03-01', 1],
    ['2026-03-28', '2026-03-30', 2],
    ['2026-12-31', '2027-01-01', 1],
  ])('counts from %s to %s: %i', (from, to, days) => expect(daysBetween(from, to)).toBe(days))

  it.each([
    ['', '2026-11-20'],
    ['2026-11-20', ''],
    ['2026-02-30', '2026-11-20'],
    ['tomorrow', '2026-11-20'],
  ])('is no number between %j and %j, so that no comparison holds', (from, to) => {
    const days = daysBetween(from, to)
    expect([days > 0, days < 0, days === 0]).toEqual([false, false, false])
  })
})

describe('isRealDateOrInstant', () => {
  it.each([
    ['2026-11-20', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-11-20T08:00:00Z', true],
    ['2026-11-20T23:59:59.999Z', true],
    ['2026-11-20T25:00:00Z', false],
    ['2026-02-29T08:00:00Z', false],
    ['', false],
  ])('%s: %s', (text, isReal) => expect(isRealDateOrInstant(text)).toBe(isReal))
})

describe('the ends of a period', () => {
  it('are the first midnight and the one after the last day', () => {
    expect(periodStartMs('2026-11-20')).toBe(Date.UTC(2026, 10, 20))
    expect(periodEndMs('2026-11-20')).toBe(Date.UTC(2026, 10, 21))
  })

  it('are instants where instants are given', () => {
    expect(periodStartMs('2026-11-20T08:00:00Z')).toBe(Date.UTC(2026, 10, 20, 8))
    expect(periodEndMs('2026-11-20T08:00:00Z')).toBe(Date.UTC(2026, 10, 20, 8))
  })

  it('never come where no end is given', () => expect(periodEndMs(undefined)).toBe(Number.POSITIVE_INFINITY))
})
