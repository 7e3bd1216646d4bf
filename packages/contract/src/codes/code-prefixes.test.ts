import { describe, expect, it } from 'vitest'
import { isrcPrefixPattern, upcOfRange, upcRangePattern, upcRangeSize } from './code-prefixes.ts'
import { parseGtin } from './identifiers.ts'

describe('the codes of a UPC range', () => {
  it('are UPCs of 12 digits if the GS1 company prefix begins with zero', () => {
    // The example of the GS1 General Specifications: U.P.C. company prefix 614141, item reference 00003.
    expect(upcOfRange('0614141', 3)).toBe('614141000036')
    expect(upcOfRange('0614141', 99_999)).toBe('614141999996')
  })

  it('are EANs of 13 digits otherwise', () => {
    expect(upcOfRange('4006381', 33_393)).toBe('4006381333931')
    expect(upcOfRange('40063813339', 3)).toBe('4006381333931')
  })

  it('have a right check digit in every length of prefix', () => {
    for (const prefix of ['400638', '4006381', '40063813', '400638133', '4006381333', '40063813339', '0200000'])
      expect(parseGtin(upcOfRange(prefix, 7))).toHaveLength(14)
  })

  it('are a million for six digits and ten for eleven', () => {
    expect([upcRangeSize('400638'), upcRangeSize('0614141'), upcRangeSize('40063813339')]).toEqual([
      1_000_000, 100_000, 10,
    ])
  })
})

it.each([
  ['0614141', true],
  ['400638', true],
  ['40063813339', true],
  ['000001', true],
  ['00614', false],
  ['400638133390', false],
  ['0000001', false],
  ['40063a', false],
])('a UPC range %s is valid: %s', (prefix, isValid) => {
  expect(new RegExp(upcRangePattern).test(prefix)).toBe(isValid)
})

it.each([
  ['QZABC', true],
  ['DE1A2', true],
  ['qzabc', false],
  ['QZABCD', false],
  ['1ZABC', false],
])('an ISRC prefix %s is valid: %s', (prefix, isValid) => {
  expect(new RegExp(isrcPrefixPattern).test(prefix)).toBe(isValid)
})
