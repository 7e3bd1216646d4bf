import { expect, it } from 'vitest'
import { workThrough } from './work-through.ts'

/** Pages of three items, from the given number of items. */
function backlogOf(count: number, budgetMs: number) {
  const handled: number[] = []
  const running = { now: 0, most: 0 }
  return {
    handled,
    running,
    budgetMs,
    list: async (after: number | undefined) =>
      Array.from({ length: count }, (_, place) => place)
        .filter((place) => after === undefined || place > after)
        .slice(0, 3),
    async handle(item: number) {
      running.most = Math.max(running.most, ++running.now)
      await new Promise((resolve) => setImmediate(resolve))
      running.now--
      handled.push(item)
    },
  }
}

it('everything that waits is handled once, several at a time', async () => {
  const backlog = backlogOf(10, 60_000)
  await workThrough(backlog)
  expect(backlog.handled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, place) => place))
  expect(backlog.running.most).toBe(3)
})

it('a page that was begun is finished, and no other begun when the time is over', async () => {
  const backlog = backlogOf(10, 0)
  await workThrough(backlog)
  expect(backlog.handled.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
})

it('a helper is called once, if more than a page waits, and takes pages from their ends', async () => {
  const calls: string[] = []
  const callHelper = async () => void calls.push('help')
  await workThrough({ ...backlogOf(3, 60_000), callHelper })
  expect(calls).toEqual([])
  await workThrough({ ...backlogOf(10, 60_000), callHelper })
  expect(calls).toEqual(['help'])
  const helper = backlogOf(4, 60_000)
  await workThrough({ ...helper, callHelper, isHelper: true })
  expect(calls).toEqual(['help'])
  expect(helper.handled).toEqual([2, 1, 0, 3])
})
