import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JobLostError } from '../database/job-commits/held-job.ts'
import type { Sql } from '../database/sql.ts'
import { silentLog } from '../logging/log.ts'
import { keepLeases } from './leases.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that may be away, the statements it received, and the jobs that this worker still holds in it. */
function fakeDatabase() {
  const state = { isAway: false, renewed: 0, freed: 0, held: new Set<string>(), told: [] as unknown[], abandoned: 0 }
  const answer = <T>(value: T): Promise<T> =>
    state.isAway ? Promise.reject(new Error('The database is away')) : Promise.resolve(value)
  const system: Sql = {
    rows: async <R>(_text: string, [ids]: readonly unknown[] = []) => {
      const renewed = (ids as string[]).filter((id) => state.held.has(id)).map((id) => ({ id }))
      if (!state.isAway) state.renewed++
      return answer(renewed as R[])
    },
    row: async () => undefined,
    readRows: async () => [],
    readRow: async () => undefined,
    execute: (text, values = []) => {
      if (text.includes('pg_notify')) state.told.push(...values)
      else if (/_private_jobs\s/.test(text) && !state.isAway) state.freed++
      return answer(text.includes('_private_jobs\n') ? state.abandoned : 0)
    },
  }
  return { state, system }
}

it('frees what others left behind with every renewal, once it has been in touch for as long as a lease lasts', async () => {
  const { state, system } = fakeDatabase()
  const leases = keepLeases(system, silentLog)
  await vi.advanceTimersByTimeAsync(20_500)
  expect(state).toMatchObject({ renewed: 7, freed: 0 })
  await vi.advanceTimersByTimeAsync(6_000)
  expect(state).toMatchObject({ renewed: 9, freed: 2 })
  await leases.stop()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(state.renewed).toBe(9)
})

it('wakes the workers of all nodes for what it has freed', async () => {
  const { state, system } = fakeDatabase()
  state.abandoned = 3
  const leases = keepLeases(system, silentLog)
  await vi.advanceTimersByTimeAsync(21_500)
  expect(state.told).toEqual(['{"count":3}'])
  await leases.stop()
})

it('lets every other worker renew first when the database was away, however short that was', async () => {
  const { state, system } = fakeDatabase()
  const leases = keepLeases(system, silentLog)
  await vi.advanceTimersByTimeAsync(22_000)
  expect(state.freed).toBe(1)
  state.isAway = true
  await vi.advanceTimersByTimeAsync(3_000)
  state.isAway = false
  await vi.advanceTimersByTimeAsync(22_000)
  expect(state).toMatchObject({ renewed: 15, freed: 1 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state.freed).toBe(2)
  await leases.stop()
})

it('renews running jobs, drops ended ones, and reports lost ones', async () => {
  const { state, system } = fakeDatabase()
  const leases = keepLeases(system, silentLog)
  const [kept, lost] = [leases.begin('1', 'me'), leases.begin('2', 'me')]
  state.held = new Set(['1'])
  await vi.advanceTimersByTimeAsync(3_500)
  expect([kept.isLost, lost.isLost]).toEqual([false, true])
  await expect(leases.requireHeld(kept)).resolves.toBeUndefined()
  await expect(leases.requireHeld(lost)).rejects.toThrow(JobLostError)
  state.held = new Set()
  await expect(leases.requireHeld(kept)).rejects.toThrow(JobLostError)
  await leases.stop()
})

it('treats a job that starts here a second time as lost by the first run', async () => {
  const { state, system } = fakeDatabase()
  state.held = new Set(['1'])
  const leases = keepLeases(system, silentLog)
  const first = leases.begin('1', 'me')
  const second = leases.begin('1', 'me')
  await vi.advanceTimersByTimeAsync(3_500)
  expect([first.isLost, second.isLost]).toEqual([true, false])
  state.held.clear()
  await leases.stop()
})

it('does not let a job end while its owner is unknown', async () => {
  const { state, system } = fakeDatabase()
  state.held = new Set(['1'])
  const leases = keepLeases(system, silentLog)
  const job = leases.begin('1', 'me')
  state.isAway = true
  let isHeld = false
  const held = leases.requireHeld(job).then(() => {
    isHeld = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isHeld).toBe(false)
  state.isAway = false
  await vi.advanceTimersByTimeAsync(3_000)
  await held
  expect(isHeld).toBe(true)
  state.held.clear()
  await leases.stop()
})

it('stops only when the ends of its jobs are recorded', async () => {
  vi.useRealTimers()
  const { state, system } = fakeDatabase()
  state.held = new Set(['1'])
  const leases = keepLeases(system, silentLog)
  leases.begin('1', 'me')
  let isStopped = false
  const stopped = leases.stop().then(() => {
    isStopped = true
  })
  await vi.waitFor(() => expect(state.renewed).toBeGreaterThan(2))
  expect(isStopped).toBe(false)
  state.held.clear()
  await stopped
  expect(isStopped).toBe(true)
})

it('stops at once without a job, and while the database is away', async () => {
  const { state, system } = fakeDatabase()
  await keepLeases(system, silentLog).stop()
  expect(state.renewed).toBe(0)
  const leases = keepLeases(system, silentLog)
  leases.begin('1', 'me')
  state.isAway = true
  await leases.stop()
})
