import { describe, expect, it, vi } from 'vitest'
import { underLease } from './keep-lease.ts'

const until = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('let go'), { once: true }))

describe('a lease', () => {
  it('is renewed while the work runs, and no longer', async () => {
    let renewals = 0
    const enough = Promise.withResolvers<void>()
    const renew = async (): Promise<boolean> => {
      if (++renewals === 3) enough.resolve()
      return true
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    try {
      const working = underLease(renew, async (signal) => enough.promise.then(() => signal), 3)
      while (renewals < 3) await vi.advanceTimersByTimeAsync(3)
      const lost = await working
      await vi.advanceTimersByTimeAsync(60)
      expect([renewals, lost.aborted]).toEqual([3, false])
    } finally {
      vi.useRealTimers()
    }
  })

  it('that another process has now ends the work', async () =>
    expect(await underLease(async () => false, until, 3)).toBe('let go'))

  it('that could not be renewed in time ends the work', async () => {
    let isUp = true
    const renew = async (): Promise<boolean> => {
      if (!isUp) throw new Error('the database is away')
      isUp = false
      return true
    }
    expect(await underLease(renew, until, 3)).toBe('let go')
  })
})
