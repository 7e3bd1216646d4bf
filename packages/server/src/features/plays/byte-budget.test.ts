import { expect, it } from 'vitest'
import { byteBudget } from './byte-budget.ts'

it('lets in what there is room for, and takes each place back once', () => {
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
