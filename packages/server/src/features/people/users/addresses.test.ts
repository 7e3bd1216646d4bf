import { describe, expect, it } from 'vitest'
import { isProvenToOperator, isSameAddress } from './addresses.ts'

describe('mail addresses', () => {
  it('are the same in another case of ASCII letters, and not by Unicode folding', () => {
    expect(isSameAddress('Mia@Label.example', 'mia@label.EXAMPLE')).toBe(true)
    expect(isSameAddress('mike@label.example', 'mi\u212Ae@label.example')).toBe(false)
    expect(isSameAddress('mia@label.example', 'mia@label.example ')).toBe(false)
  })

  it.each([
    ['setup', true],
    ['provider', true],
    ['operator', true],
    ['invitation', false],
    [null, false],
  ] as const)('that %s proved decide what an operator names by address: %s', (proof, isProven) => {
    expect(isProvenToOperator(proof)).toBe(isProven)
  })
})
