import { expect, it } from 'vitest'
import { createGate } from './gate.ts'

it('lets in what there is room for, and takes each place back once', () => {
  const gate = createGate(10)
  const first = gate.tryEnter(6)
  expect(gate.tryEnter(5)).toBeUndefined()
  const second = gate.tryEnter(4)
  expect(gate.tryEnter(1)).toBeUndefined()
  first?.()
  first?.()
  expect(gate.tryEnter(7)).toBeUndefined()
  expect(gate.tryEnter(6)).toBeDefined()
  second?.()
  expect(gate.tryEnter(4)).toBeDefined()
})
