import { expect, it } from 'vitest'
import { DoFirst, withWorkFirst } from './do-first.ts'

it('does the work that a transaction needs, and runs it again', async () => {
  const done: string[] = []
  const answer = await withWorkFirst(async () => {
    done.push('attempt')
    if (done.length === 1) throw new DoFirst(async () => void done.push('work'))
    return 'answer'
  })
  expect([answer, done]).toEqual(['answer', ['attempt', 'work', 'attempt']])
})

it('gives up if each attempt needs more work, and passes other failures on', async () => {
  const needy = () => Promise.reject(new DoFirst(async () => {}))
  await expect(withWorkFirst(needy)).rejects.toMatchObject({ code: 'overloaded' })
  await expect(withWorkFirst(() => Promise.reject(new Error('other')))).rejects.toThrow('other')
  const failing = () => Promise.reject(new DoFirst(() => Promise.reject(new Error('the work failed'))))
  await expect(withWorkFirst(failing)).rejects.toThrow('the work failed')
})
