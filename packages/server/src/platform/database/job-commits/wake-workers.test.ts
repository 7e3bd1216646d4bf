import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '../../logging/log.ts'
import { workerWaker } from './wake-workers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The notifications, and when they were sent. */
function startWaker() {
  const told: [atMs: number, payload: string][] = []
  const startMs = Date.now()
  const state = { isAway: false }
  const waker = workerWaker(async (payload) => {
    if (state.isAway) throw new Error('The database is away')
    told.push([Date.now() - startMs, payload])
  }, silentLog)
  return { told, waker, state }
}

it('notifies of the first job immediately and of those after it together', async () => {
  const { told, waker } = startWaker()
  waker.wake(1)
  await vi.advanceTimersByTimeAsync(1)
  for (let job = 0; job < 999; job++) waker.wake(1)
  await vi.advanceTimersByTimeAsync(10_000)
  waker.wake(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual([
    [0, '{"count":1}'],
    [50, '{"count":999}'],
    [10_001, '{"count":2}'],
  ])
})

it('continues to notify after the database was away', async () => {
  const { told, waker, state } = startWaker()
  state.isAway = true
  waker.wake(1)
  await vi.advanceTimersByTimeAsync(1_000)
  state.isAway = false
  waker.wake(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([[1_000, '{"count":1}']])
})

it('sends no notification once it is closed', async () => {
  const { told, waker } = startWaker()
  waker.wake(1)
  waker.close()
  waker.wake(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([])
})
