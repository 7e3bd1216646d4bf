import { describe, expect, it } from 'vitest'
import { findNextAttempt } from './retry-schedule.ts'

const nowMs = Date.parse('2026-05-01T08:00:00Z')
const next = (attempts: number, expiresAt: string, chance = 0) =>
  findNextAttempt({ attempts, nowMs, expiresAt: new Date(expiresAt), chance })?.toISOString()

describe('findNextAttempt', () => {
  it.each([
    [1, '2026-05-01T08:00:30.000Z'],
    [2, '2026-05-01T08:01:00.000Z'],
    [6, '2026-05-01T08:30:00.000Z'],
    [9, '2026-05-01T12:00:00.000Z'],
    [40, '2026-05-01T12:00:00.000Z'],
  ])('after attempt %i is at %s', (attempts, at) => expect(next(attempts, '2026-05-03T08:00:00Z')).toBe(at))

  it('is up to a tenth later, so that what failed together is not tried together', () => {
    expect(next(1, '2026-05-03T08:00:00Z', 1)).toBe('2026-05-01T08:00:33.000Z')
  })

  it('is none once the message expires before', () => {
    expect(next(3, '2026-05-01T08:02:00Z')).toBeUndefined()
    expect(next(3, '2026-05-01T08:02:01Z')).toBe('2026-05-01T08:02:00.000Z')
  })
})
