import { describe, expect, it } from 'vitest'
import { type FinishedAttempt, planNext } from './plan-next.ts'

const nowMs = Date.parse('2026-05-04T12:00:00Z')
const answered = (statusCode: number | null, more: Partial<FinishedAttempt> = {}): FinishedAttempt => ({
  outcome: {
    statusCode,
    failure: statusCode === null ? 'timeout' : statusCode >= 200 && statusCode < 300 ? null : 'refused',
    retryAfter: undefined,
  },
  retries: 1,
  createdAt: new Date('2026-05-01T08:00:00Z'),
  lastDeliveredAt: null,
  nowMs,
  ...more,
})

describe('planNext', () => {
  it.each([200, 201, 204, 299])('takes %i for delivered', (status) => {
    expect(planNext(answered(status))).toEqual({ status: 'delivered', nextAttemptAt: null, disables: null })
  })

  it.each([null, 301, 308, 400, 404, 500, 503])('tries again after %s', (status) => {
    const { status: next, nextAttemptAt, disables } = planNext(answered(status))
    expect([next, disables]).toEqual(['pending', null])
    expect(nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(nowMs + 5_000)
  })

  it('disables where the receiver says that it is gone', () => {
    expect(planNext(answered(410))).toEqual({ status: 'failed', nextAttemptAt: null, disables: 'gone' })
  })

  it('comes back when a busy receiver asks to', () => {
    const { nextAttemptAt } = planNext(
      answered(503, { outcome: { statusCode: 503, failure: 'refused', retryAfter: '3600' } }),
    )
    expect(nextAttemptAt).toEqual(new Date(nowMs + 3_600_000))
  })

  it('gives up after ten attempts, and disables where nothing arrived meanwhile', () => {
    expect(planNext(answered(500, { retries: 9 })).status).toBe('pending')
    expect(planNext(answered(500, { retries: 10 }))).toEqual({
      status: 'failed',
      nextAttemptAt: null,
      disables: 'failing',
    })
    const before = new Date('2026-04-30T08:00:00Z')
    expect(planNext(answered(500, { retries: 10, lastDeliveredAt: before })).disables).toBe('failing')
    const since = new Date('2026-05-03T08:00:00Z')
    expect(planNext(answered(500, { retries: 10, lastDeliveredAt: since })).disables).toBeNull()
  })
})
