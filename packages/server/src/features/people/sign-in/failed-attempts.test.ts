import { describe, expect, it } from 'vitest'
import { failedAttempts } from './failed-attempts.ts'

describe('failedAttempts', () => {
  const started = () => {
    let nowMs = 1_000_000
    const attempts = failedAttempts({ now: () => nowMs })
    return {
      pass: (ms: number) => {
        nowMs += ms
      },
      fail: (email: string, network: string, isKnownNetwork = false): number | undefined => {
        try {
          attempts.begin({ email, network, isKnownNetwork })
          return undefined
        } catch (error) {
          return (error as { options: { retryAfterSeconds: number } }).options.retryAfterSeconds
        }
      },
      forgive: (email: string, network: string) => attempts.forgive({ email, network }),
    }
  }

  it('lets ten failures of one network at one address pass, then pauses longer and longer up to 15 minutes', () => {
    const { fail, pass } = started()
    for (let i = 0; i < 10; i++) expect(fail('a@x', 'n1')).toBeUndefined()
    const pauses = Array.from({ length: 12 }, () => {
      const seconds = fail('A@X', 'n1') ?? 0
      pass(seconds * 1_000)
      expect(fail('a@x', 'n1')).toBeUndefined()
      return seconds
    })
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    expect(fail('a@x', 'n2')).toBeUndefined()
    expect(fail('b@x', 'n1')).toBeUndefined()
  })

  it('pauses a network that fails everywhere', () => {
    const { fail } = started()
    for (let i = 0; i < 50; i++) expect(fail(`${i}@x`, 'n1')).toBeUndefined()
    expect(fail('new@x', 'n1')).toBe(1)
    expect(fail('new@x', 'n2')).toBeUndefined()
  })

  it('pauses an address at which all networks fail, but not where the person is known', () => {
    const { fail } = started()
    for (let i = 0; i < 100; i++) expect(fail('a@x', `n${i}`)).toBeUndefined()
    expect(fail('a@x', 'elsewhere')).toBe(1)
    expect(fail('a@x', 'home', true)).toBeUndefined()
  })

  it('forgives with the right password, and forgets after an hour', () => {
    const { fail, pass, forgive } = started()
    for (let i = 0; i < 10; i++) fail('a@x', 'n1')
    expect(fail('a@x', 'n1')).toBe(1)
    forgive('a@x', 'n1')
    expect(fail('a@x', 'n1')).toBeUndefined()
    for (let i = 0; i < 9; i++) fail('a@x', 'n1')
    expect(fail('a@x', 'n1')).toBe(1)
    pass(60 * 60_000)
    expect(fail('a@x', 'n1')).toBeUndefined()
  })
})
