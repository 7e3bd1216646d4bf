import { describe, expect, it } from 'vitest'
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
    const lost = await underLease(renew, async (signal) => enough.promise.then(() => signal), 3)
    const after = renewals
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([renewals, lost.aborted]).toEqual([after, false])
  })

  it('that somebody else has by now ends the work', async () =>
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
