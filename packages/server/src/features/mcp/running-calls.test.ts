import { describe, expect, it } from 'vitest'
import { runningCalls } from './running-calls.ts'

describe('running calls', () => {
  it('come to an end, and no others begin', async () => {
    const calls = runningCalls()
    calls.requireOpen()
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended: string[] = []
    const tracked = calls.track(promise).then(() => ended.push('call'))
    const closed = calls.close(60_000).then(() => ended.push('close'))
    expect(() => calls.requireOpen()).toThrow(expect.objectContaining({ code: 'shutting_down' }))
    resolve()
    await Promise.all([tracked, closed])
    expect(ended).toEqual(['call', 'close'])
  })

  it('are not waited for longer than said', async () => {
    const calls = runningCalls()
    void calls.track(new Promise(() => {}))
    await calls.close(1)
  })
})
