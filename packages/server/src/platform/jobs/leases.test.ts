import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '../log.ts'
import { keepLeases } from './leases.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that may be away, and what it was asked. */
function fakeDatabase() {
  const state = { isAway: false, renewed: 0, freed: 0 }
  const execute = async (text: string): Promise<number> => {
    if (state.isAway) throw new Error('The database is away')
    if (/_private_jobs\s/.test(text)) state[text.includes('locked_at = null') ? 'freed' : 'renewed']++
    return 0
  }
  return { state, system: { execute, rows: async () => [], row: async () => undefined } }
}

it('frees what others left behind with every renewal', async () => {
  const { state, system } = fakeDatabase()
  const leases = keepLeases(system, 'me', silentLog)
  await vi.advanceTimersByTimeAsync(9_500)
  expect(state).toMatchObject({ renewed: 4, freed: 4 })
  leases.stop()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.renewed).toBe(4)
})

it('lets every other worker renew first when the database was away', async () => {
  const { state, system } = fakeDatabase()
  const leases = keepLeases(system, 'me', silentLog)
  await vi.advanceTimersByTimeAsync(1_000)
  state.isAway = true
  await vi.advanceTimersByTimeAsync(60_000)
  state.isAway = false
  await vi.advanceTimersByTimeAsync(13_000)
  expect(state.renewed).toBeGreaterThan(4)
  expect(state.freed).toBe(1)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(state.freed).toBeGreaterThan(1)
  leases.stop()
})
