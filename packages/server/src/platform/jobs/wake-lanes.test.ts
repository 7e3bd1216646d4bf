import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PostgresDatabase } from '../database/postgres.ts'
import { silentLog } from '../logging/log.ts'
import { wakeLanes } from './wake-lanes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Two lanes of two jobs each, the numbers of jobs that are due, and what was asked and woken. */
function startWaker() {
  const state = { due: {} as Record<string, number>, asked: [] as unknown[], isAway: false, woken: [] as string[] }
  const pool = { onJobs: () => {} }
  const readRows = async (_: string, values: unknown) => {
    state.asked.push(values)
    if (state.isAway) throw new Error('The database is away')
    return Object.entries(state.due).map(([name, count]) => ({ name, count }))
  }
  const connections = { pool, looks: { readRows } } as unknown as PostgresDatabase['jobs']
  const waker = wakeLanes({ connections, log: silentLog, pollMs: 1_000 })
  const add = (name: string, workers: number) =>
    waker.add({
      jobs: [`${name}One`, `${name}Two`],
      workers,
      wake: (count) => void state.woken.push(`${count} of ${name}`),
    })
  return { state, pool, waker, end: { quick: add('quick', 2), stores: add('stores', 8) } }
}

const second = () => vi.advanceTimersByTimeAsync(1_000)

it('wakes as many workers as there are jobs, and at most all of the lane', async () => {
  const { state, waker } = startWaker()
  state.due = { quickOne: 2, quickTwo: 5, storesTwo: 3 }
  await second()
  expect(state.woken).toEqual(['2 of quick', '3 of stores'])
  expect(state.asked).toEqual([[['quickOne', 'quickTwo', 'storesOne', 'storesTwo'], 8]])
  waker.close()
})

it('wakes no worker when no job is due', async () => {
  const { state, waker } = startWaker()
  await second()
  expect([state.asked.length, state.woken]).toEqual([1, []])
  waker.close()
})

it('looks when jobs were enqueued, and once more when others came meanwhile', async () => {
  const { state, pool, waker } = startWaker()
  state.due = { quickOne: 1 }
  for (let i = 0; i < 5; i++) pool.onJobs()
  await vi.advanceTimersByTimeAsync(0)
  expect([state.asked.length, state.woken]).toEqual([2, ['1 of quick', '1 of quick']])
  waker.close()
})

it('looks again after a failure', async () => {
  const { state, waker } = startWaker()
  state.due = { storesOne: 1 }
  state.isAway = true
  await second()
  state.isAway = false
  await second()
  expect(state.woken).toEqual(['1 of stores'])
  waker.close()
})

it('leaves out a lane that has ended, and stops looking when the last one has', async () => {
  const { state, end, waker } = startWaker()
  state.due = { quickOne: 1, storesOne: 1 }
  end.quick()
  await second()
  expect(state.woken).toEqual(['1 of stores'])
  end.stores()
  await second()
  expect(state.asked).toHaveLength(1)
  waker.close()
})
