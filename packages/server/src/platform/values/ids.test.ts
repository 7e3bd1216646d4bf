import { expect, it } from 'vitest'
import { idGenerator, isId } from './ids.ts'

it('makes identifiers that sort by the order in which they were made, within a millisecond and over many', () => {
  let now = Date.parse('2026-11-22T12:00:00Z')
  const ids = idGenerator({ now: () => now })
  const made = Array.from({ length: 20_000 }, (_, index) => {
    if (index % 5_000 === 4_999) now++
    return ids.make('evt')
  })
  expect(made.every((id) => isId('evt', id))).toBe(true)
  expect(new Set(made).size).toBe(made.length)
  expect(made).toEqual([...made].sort())
})

it('starts each millisecond with new random digits, so that an identifier reveals nothing about others', () => {
  const clock = { now: () => 1_000 }
  const tails = Array.from({ length: 100 }, () => idGenerator(clock).make('evt').slice(14, 20))
  expect(new Set(tails).size).toBe(100)
})
