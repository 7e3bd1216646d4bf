import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTimersOf } from '../../../../test/harness/own-timers.ts'
import { sendingPlaces } from './sending-places.ts'

let timers: ReturnType<typeof fakeTimersOf>
beforeEach(() => {
  timers = fakeTimersOf('sending-places.ts')
})
afterEach(() => timers.restore())

/** Requests that the test ends. */
function requests(count: number) {
  const places = sendingPlaces({ places: 2, patienceMs: 1_000 })
  const begun: number[] = []
  const answers = Array.from({ length: count }, () => Promise.withResolvers<string>())
  const results = answers.map(({ promise }, index) =>
    places.run('account', () => {
      begun.push(index)
      return promise
    }),
  )
  for (const result of results) result.catch(() => {})
  return { begun, answers, results, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

it('sends as many as there are places, the others in their order', async () => {
  const { begun, answers, results, pass } = requests(4)
  await pass(0)
  expect(begun).toEqual([0, 1])
  answers[1]?.reject(new Error('lost'))
  await expect(results[1]).rejects.toThrow('lost')
  await pass(0)
  expect(begun).toEqual([0, 1, 2])
  for (const [index, answer] of answers.entries()) answer.resolve(`answer ${index}`)
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual(['answer 0', 'answer 2', 'answer 3'])
  expect(begun).toEqual([0, 1, 2, 3])
})

it('lets them wait as long as others get through', async () => {
  const { begun, answers, results, pass } = requests(5)
  await pass(900)
  answers[0]?.resolve('late')
  await pass(900)
  answers[1]?.resolve('late')
  await pass(900)
  expect(begun).toEqual([0, 1, 2, 3])
  answers[2]?.resolve('late')
  answers[4]?.resolve('last')
  expect(await results[4]).toBe('last')
})

it('ends the wait if nothing succeeds, and starts again with the next request', async () => {
  const { begun, answers, results, pass } = requests(4)
  await pass(600)
  answers[0]?.reject(new Error('lost'))
  await pass(600)
  expect(begun).toEqual([0, 1, 2])
  await expect(results[3]).rejects.toMatchObject({ code: 'storage_unavailable', options: { retryAfterSeconds: 5 } })
  answers[1]?.resolve('back')
  expect(await results[1]).toBe('back')
  answers[2]?.resolve('back')
  expect(await results[2]).toBe('back')
  expect(timers.running()).toBe(0)
})

it('sends a single body of one owner before the backlog of another', async () => {
  const places = sendingPlaces({ places: 16, patienceMs: 1_000 })
  const begun: string[] = []
  const sending: (() => void)[] = []
  const send = (owner: string): Promise<void> =>
    places.run(owner, () => {
      begun.push(owner)
      return new Promise((resolve) => sending.push(resolve))
    })
  const sends = Array.from({ length: 200 }, () => send('A'))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toHaveLength(16)
  sends.push(send('B'), send('C'), send('C'))
  for (let completions = 0; completions < 4; completions++) {
    sending.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(begun.slice(16)).toEqual(['A', 'B', 'C', 'A'])
  while (sending.length > 0) {
    sending.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  await Promise.all(sends)
  expect(begun).toHaveLength(203)
  expect(timers.running()).toBe(0)
})
