import { describe, expect, it } from 'vitest'
import { byteBudget, notJson, parseItem, parseNdjsonBatch } from './batch-body.ts'

describe('parseNdjsonBatch', () => {
  it('takes each line by itself, skips blank ones, and marks what is no JSON', () => {
    const items = parseNdjsonBatch(Buffer.from('{"id":"a"}\n\n  \r\nno\n[1]'))
    expect(items.map(parseItem)).toEqual([{ id: 'a' }, notJson, [1]])
  })

  it('looks into no line by itself, however many there are: ten thousand of them take a turn of everybody', () => {
    const parse = JSON.parse
    let parsed = 0
    JSON.parse = (text: string): unknown => {
      parsed += 1
      return parse(text)
    }
    try {
      expect(() => parseNdjsonBatch(Buffer.from('x\n'.repeat(10_001)))).toThrow('at most 10000 events')
      expect(parseNdjsonBatch(Buffer.from('x\n'.repeat(10_000)))).toHaveLength(10_000)
    } finally {
      JSON.parse = parse
    }
    expect(parsed).toBe(0)
  })
})

it('refuses what does not fit the byte budget and gives each reservation back once', () => {
  const budget = byteBudget(10)
  const first = budget.tryReserve(6)
  expect(budget.tryReserve(5)).toBeUndefined()
  const second = budget.tryReserve(4)
  expect(budget.tryReserve(1)).toBeUndefined()
  first?.()
  first?.()
  expect(budget.tryReserve(7)).toBeUndefined()
  expect(budget.tryReserve(6)).toBeDefined()
  second?.()
  expect(budget.tryReserve(4)).toBeDefined()
})
