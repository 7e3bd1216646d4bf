import { describe, expect, it } from 'vitest'
import { parseAmount, parseQuantity } from './cell-values.ts'

describe('cells', () => {
  it.each<[string, '.' | ',', string | undefined]>([
    ['12.50', '.', '12.50'],
    ['-0.000000000123', '.', '-0.000000000123'],
    ['.5', '.', '0.5'],
    ['1.2E-5', '.', '1.2E-5'],
    ['12,50', ',', '12.50'],
    ['-,5', ',', '-0.5'],
    ['7', ',', '7'],
    ['1.234', ',', undefined],
    ['1,234.50', '.', undefined],
    ['12,50', '.', undefined],
    ['1.2.3', '.', undefined],
    ['=1+1', '.', undefined],
    ['NaN', '.', undefined],
    ['$5', '.', undefined],
  ])('the amount %s with "%s" is %s', (text, decimal, value) => {
    expect(parseAmount(text, decimal)).toBe(value)
  })

  it.each([
    ['12', '12'],
    ['+3', '3'],
    ['-4', '-4'],
    ['12.0', '12'],
    ['1.5', undefined],
    ['1,000', undefined],
    ['many', undefined],
  ])('the quantity %s is %s', (text, value) => {
    expect(parseQuantity(text)).toBe(value)
  })
})
