import { describe, expect, it } from 'vitest'
import { isGateOpen, parseGate } from './agent-gate.ts'

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

describe('isGateOpen', () => {
  it('allows what needs no higher gate', () => {
    expect(isGateOpen('draft', 'read')).toBe(true)
    expect(isGateOpen('draft', 'draft')).toBe(true)
    expect(isGateOpen('draft', 'submit')).toBe(false)
    expect(isGateOpen('read', 'draft')).toBe(false)
  })
})
