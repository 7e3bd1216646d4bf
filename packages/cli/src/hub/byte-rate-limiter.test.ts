import { describe, expect, it } from 'vitest'
import { byteRateLimiter, limiterClock } from './byte-rate-limiter.ts'

/** A clock that jumps to the end of every pause. */
function jumpingClock() {
  let nowMs = 0
  return {
    now: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += Math.max(0, ms)
    },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('byteRateLimiter', () => {
  it('takes as long as the rate requires, for any sizes of chunks', async () => {
    for (const chunk of [1, 100, 1_000]) {
      const clock = jumpingClock()
      const limit = byteRateLimiter(1_000, clock)
      for (let sent = 0; sent < 5_000; sent += chunk) await limit(chunk)
      expect(clock.now()).toBeCloseTo(5_000)
    }
  })

  it('is shared by files that are sent at once', async () => {
    const clock = jumpingClock()
    const limit = byteRateLimiter(1_000, clock)
    await Promise.all([limit(1_000), limit(1_000), limit(1_000)])
    expect(clock.now()).toBeGreaterThanOrEqual(3_000)
  })

  it('gives nothing back for time in which nothing was sent', async () => {
    const clock = jumpingClock()
    const limit = byteRateLimiter(1_000, clock)
    await limit(100)
    clock.pass(60_000)
    const beforeMs = clock.now()
    await limit(2_000)
    expect(clock.now() - beforeMs).toBeCloseTo(2_000)
  })

  it('ends with Ctrl-C', async () => {
    const abort = new AbortController()
    const limit = byteRateLimiter(1, limiterClock(abort.signal))
    const waiting = limit(1_000_000)
    abort.abort(new Error('Interrupted'))
    await expect(waiting).rejects.toThrow('Interrupted')
  })
})
