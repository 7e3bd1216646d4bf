import { describe, expect, it } from 'vitest'
import { isOpen, parseGate } from './gate.ts'

describe('parseGate', () => {
  it.each([
    [undefined, 'draft'],
    ['read', 'read'],
    ['draft', 'draft'],
    ['submit', 'submit'],
    ['', 'read'],
    ['Submit', 'read'],
    ['all', 'read'],
    ['toString', 'read'],
  ])('%j is %s', (text, gate) => expect(parseGate(text)).toBe(gate))
})

describe('isOpen', () => {
  it('lets through what asks for no more', () => {
    expect(isOpen('draft', 'read')).toBe(true)
    expect(isOpen('draft', 'draft')).toBe(true)
    expect(isOpen('draft', 'submit')).toBe(false)
    expect(isOpen('read', 'draft')).toBe(false)
  })
})
