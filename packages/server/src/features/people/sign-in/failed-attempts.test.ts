import { describe, expect, it } from 'vitest'
import { failedAttempts, type KnownBy } from './failed-attempts.ts'

describe('failedAttempts', () => {
  const started = () => {
    let nowMs = 1_000_000
    const attempts = failedAttempts({ now: () => nowMs })
    return {
      pass: (ms: number) => {
        nowMs += ms
      },
      fail: (email: string, network: string, known?: KnownBy): number | undefined => {
        try {
          attempts.begin({ email, network, known })
          return undefined
        } catch (error) {
          return (error as { options: { retryAfterSeconds: number } }).options.retryAfterSeconds
        }
      },
      forgive: (email: string, network: string) => attempts.forgive({ email, network, known: undefined }),
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

  it('pauses a network that fails everywhere, for at most half a minute, but not known people', () => {
    const { fail, pass } = started()
    for (let i = 0; i < 50; i++) expect(fail(`${i}@x`, 'n1')).toBeUndefined()
    expect(fail('new@x', 'n1')).toBe(1)
    expect(fail('new@x', 'n2')).toBeUndefined()
    for (let i = 0; i < 20; i++) {
      pass(30_000)
      expect(fail(`${i}@y`, 'n1')).toBeUndefined()
    }
    expect(fail('new@x', 'n1')).toBe(30)
    expect(fail('home@x', 'n1', { by: 'network' })).toBeUndefined()
    expect(fail('home@x', 'n1', { by: 'browser', id: 'b1' })).toBeUndefined()
    expect(fail('home@x', 'n1', { by: 'session', id: 's1' })).toBeUndefined()
  })

  it('counts a browser and a session separately: failures of others do not affect them', () => {
    const { fail } = started()
    for (let i = 0; i < 200; i++) {
      fail('a@x', 'n1')
      fail('a@x', `n${i}`)
    }
    const [browser, session] = [
      { by: 'browser', id: 'b1' },
      { by: 'session', id: 's1' },
    ] as const
    for (let i = 0; i < 10; i++) {
      expect(fail('a@x', 'n1', browser)).toBeUndefined()
      expect(fail('a@x', 'n1', session)).toBeUndefined()
    }
    expect(fail('a@x', 'n1', browser)).toBe(1)
    expect(fail('a@x', 'n9', session)).toBe(1)
    expect(fail('a@x', 'n1', { by: 'browser', id: 'b2' })).toBeUndefined()
  })

  it('pauses for at most half a minute if the person is signed in', () => {
    const { fail, pass } = started()
    for (let i = 0; i < 10; i++) expect(fail('a@x', 'home', { by: 'network' })).toBeUndefined()
    const pauses = Array.from({ length: 7 }, () => {
      const seconds = fail('a@x', 'home', { by: 'network' }) ?? 0
      pass(seconds * 1_000)
      expect(fail('a@x', 'home', { by: 'network' })).toBeUndefined()
      return seconds
    })
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30])
  })

  it('pauses an address at which all networks fail, but not for a known person', () => {
    const { fail } = started()
    for (let i = 0; i < 100; i++) expect(fail('a@x', `n${i}`)).toBeUndefined()
    expect(fail('a@x', 'elsewhere')).toBe(1)
    expect(fail('a@x', 'home', { by: 'network' })).toBeUndefined()
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
