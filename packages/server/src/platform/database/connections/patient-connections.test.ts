import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patientConnections, repeatInterrupted } from './patient-connections.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A pool that refuses connections; every attempt takes time. */
function fakePool(attemptMs: number) {
  const state = { isAway: true, attempts: 0, error: refused as Error }
  const connect = async () => {
    state.attempts++
    vi.advanceTimersByTime(attemptMs)
    if (state.isAway) throw state.error
    return 'a connection'
  }
  return { state, pool: { connect } as unknown as Parameters<typeof patientConnections>[0] }
}

it('asks again for a connection while the database is away for a moment', async () => {
  const { state, pool } = fakePool(1)
  const acquiring = patientConnections(pool)()
  while (state.attempts < 2) await new Promise((resolve) => setImmediate(resolve))
  state.isAway = false
  expect(await acquiring).toBe('a connection')
})

it('gives up after seven seconds, and immediately for as long as the outage lasts', async () => {
  const { state, pool } = fakePool(1_700)
  const acquire = patientConnections(pool)
  await expect(acquire()).rejects.toBe(refused)
  const attempts = state.attempts
  expect(attempts).toBeGreaterThan(2)
  await expect(acquire()).rejects.toBe(refused)
  expect(state.attempts).toBe(attempts + 1)
  state.isAway = false
  expect(await acquire()).toBe('a connection')
  state.isAway = true
  await expect(acquire()).rejects.toBe(refused)
  expect(state.attempts).toBe(2 * attempts + 2)
})

it('also gives up if other callers get connections all the time', async () => {
  let attempts = 0
  let isOther = false
  const connect = async () => {
    if (isOther) return 'a connection'
    attempts++
    vi.advanceTimersByTime(1_700)
    isOther = true
    await acquire()
    isOther = false
    throw refused
  }
  const acquire = patientConnections({ connect } as unknown as Parameters<typeof patientConnections>[0])
  await expect(acquire()).rejects.toBe(refused)
  expect(attempts).toBe(6)
})

it('tries once if the answer would be the same', async () => {
  const { state, pool } = fakePool(1)
  state.error = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  await expect(patientConnections(pool)()).rejects.toThrow('password authentication failed')
  expect(state.attempts).toBe(1)
})

it('does for seven seconds again what was interrupted, and nothing else', async () => {
  let attempts = 0
  const attempt = async (): Promise<never> => {
    attempts++
    vi.advanceTimersByTime(1_700)
    throw refused
  }
  await expect(repeatInterrupted(attempt, (error) => error === refused)).rejects.toBe(refused)
  expect(attempts).toBe(6)
  await expect(repeatInterrupted(attempt, () => false)).rejects.toBe(refused)
  expect(attempts).toBe(7)
})
