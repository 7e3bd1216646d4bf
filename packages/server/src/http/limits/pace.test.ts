import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pace } from './pace.ts'

describe('the pace of an account', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  // 320 in a minute: 20 at once, then one each 94 ms.
  const quota = { policy: 'account-writes', limit: 320 }
  const of = (subject: string, cost?: number) => ({ subject, quota, cost })

  const isDone = async (promise: Promise<unknown>): Promise<boolean> => {
    const pending = Symbol('pending')
    return (await Promise.race([promise, Promise.resolve().then(() => pending)])) !== pending
  }

  it('lets a sixteenth of the minute come at once, and makes what follows wait', async () => {
    const turns = pace(() => 1_000)
    for (let number = 0; number < 20; number++) await turns.waitForTurn(of('acc_1'))
    await turns.waitForTurn(of('acc_1'))
    expect(await isDone(turns.waitForTurn(of('acc_1')))).toBe(false)
  })

  it('makes nobody wait for another account', async () => {
    const turns = pace(() => 1_000)
    turns.charge(of('acc_1', 60))
    expect(await isDone(turns.waitForTurn(of('acc_1')))).toBe(false)
    await turns.waitForTurn(of('acc_2'))
  })

  it('forgets what was taken while time goes by', async () => {
    let now = 1_000
    const turns = pace(() => now)
    turns.charge(of('acc_1', 60))
    now += 6_000
    await turns.waitForTurn(of('acc_1'))
  })

  it('refuses who would wait longer than ten seconds, and says when to come again', async () => {
    const turns = pace(() => 1_000)
    turns.charge(of('acc_1', 150))
    await expect(turns.waitForTurn(of('acc_1'))).rejects.toMatchObject({
      code: 'rate_limited',
      options: { retryAfterSeconds: 13 },
    })
  })
})
