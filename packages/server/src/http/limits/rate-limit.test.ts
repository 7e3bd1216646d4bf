import { describe, expect, it } from 'vitest'
import { rateLimiter, rateLimitFields, toNetwork } from './rate-limit.ts'

const quota = { policy: 'reads', limit: 2 }

describe('rate limiter', () => {
  it('allows the limit, refuses more, and starts again with the next minute', () => {
    let now = 90_000
    const limiter = rateLimiter({ now: () => now })
    expect([1, 2, 3].map(() => limiter.consume('key_1', quota).isAllowed)).toEqual([true, true, false])
    expect(limiter.consume('key_2', quota).isAllowed).toBe(true)
    now = 120_000
    expect(limiter.consume('key_1', quota)).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 })
  })

  it('uses nothing up for a request that is refused', () => {
    const limiter = rateLimiter({ now: () => 90_000 })
    const account = { subject: 'acc_1', quota: { policy: 'account-reads', limit: 3 } }
    const use = (subject: string) => limiter.consumeAll([{ subject, quota }, account])
    expect([1, 2, 3, 4].map(() => use('key_1').isAllowed)).toEqual([true, true, false, false])
    expect(use('key_2').isAllowed).toBe(true)
    expect(use('key_2')).toMatchObject({ isAllowed: false, quota: account.quota })
    expect(limiter.consume('key_2', quota)).toMatchObject({ isAllowed: true, remaining: 0 })
    expect([limiter.isUsedUp('key_2', quota), limiter.isUsedUp('key_3', quota)]).toEqual([true, false])
  })

  it('counts what other nodes have counted, each by its last word, until the minute ends', () => {
    let now = 90_000
    const limiter = rateLimiter({ now: () => now })
    const forty = { policy: 'reads', limit: 40 }
    const key = 'reads\0key_1'
    limiter.learn('b', { window: 1, counts: [[key, 10]] })
    limiter.learn('b', { window: 1, counts: [[key, 20]] })
    limiter.learn('c', { window: 1, counts: [[key, 19]] })
    limiter.learn('d', { window: 0, counts: [[key, 40]] })
    expect(limiter.look({ subject: 'key_1', quota: forty }).remaining).toBe(1)
    expect(limiter.consume('key_1', forty)).toMatchObject({ isAllowed: true, remaining: 0 })
    expect(limiter.consume('key_1', forty).isAllowed).toBe(false)
    expect(limiter.consume('key_2', forty).isAllowed).toBe(true)
    now = 120_000
    expect(limiter.consume('key_1', forty)).toMatchObject({ isAllowed: true, remaining: 39 })
  })

  it('tells what it counted of those who use a twentieth of a limit, and each number once', () => {
    const limiter = rateLimiter({ now: () => 90_000 })
    const forty = { policy: 'reads', limit: 40 }
    limiter.consume('key_1', forty)
    limiter.learn('b', { window: 1, counts: [['reads\0key_1', 30]] })
    expect(limiter.takeCounts()).toEqual({ window: 1, counts: [] })
    limiter.consume('key_1', forty)
    expect(limiter.takeCounts()).toEqual({ window: 1, counts: [['reads\0key_1', 2]] })
    expect(limiter.takeCounts()).toEqual({ window: 1, counts: [] })
  })

  it('writes the fields of the current draft', () => {
    const limiter = rateLimiter({ now: () => 90_000 })
    expect(rateLimitFields(quota, limiter.consume('key_1', quota))).toEqual({
      'RateLimit-Policy': '"reads";q=2;w=60',
      RateLimit: '"reads";r=1;t=30',
    })
  })
})

describe('toNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s belongs to %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })
})
