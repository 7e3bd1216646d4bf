import { expect, it } from 'vitest'
import { rereadInTurn } from './reread.ts'

const uploads = ['upl_1', 'upl_2', 'upl_3', 'upl_4', 'upl_5'].map((id) => ({ id, bytes: 10 }))

it('reads all of a small folder each time', () => {
  for (const after of ['', '', '']) {
    const turn = rereadInTurn({ after, budgetBytes: 51 })
    expect(uploads.map(turn.isDue)).toEqual([true, true, true, true, true])
    expect(turn.next()).toBe('')
  }
})

it('reads a large folder in turn, a part of it each time', () => {
  const read: string[] = []
  let after = ''
  for (let run = 0; run < 3; run++) {
    const turn = rereadInTurn({ after, budgetBytes: 20 })
    read.push(...uploads.filter(turn.isDue).map(({ id }) => id))
    after = turn.next()
  }
  expect(read).toEqual(['upl_1', 'upl_2', 'upl_3', 'upl_4', 'upl_5'])
  expect(after).toBe('')
})
