import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { delayPersistent } from './delay-persistent.ts'
import { rateLimiter } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('answers a hundred refusals of a minute at once, and each further one a second late', async () => {
  const limiter = rateLimiter({ now: () => 90_000 })
  for (let number = 0; number < 100; number++) await delayPersistent(limiter, 'acc_1')
  let isAnswered = false
  const late = delayPersistent(limiter, 'acc_1').then(() => {
    isAnswered = true
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await late
  await delayPersistent(limiter, 'acc_2')
})
