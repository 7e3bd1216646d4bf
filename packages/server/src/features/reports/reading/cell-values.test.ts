import { describe, expect, it } from 'vitest'
import { parseAmount, parseDay, parsePeriod, parseQuantity, parseTerritory } from './cell-values.ts'

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

  it.each([
    ['2026-03', '2026-03-01', '2026-03-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['202603', '2026-03-01', '2026-03-31'],
    ['03/2026', '2026-03-01', '2026-03-31'],
    ['2026-Q4', '2026-10-01', '2026-12-31'],
    ['2026', '2026-01-01', '2026-12-31'],
    ['2026-03-05', '2026-03-05', '2026-03-05'],
    ['20260305', '2026-03-05', '2026-03-05'],
    ['2026-03-05T23:00:00Z', '2026-03-05', '2026-03-05'],
  ])('the period %s is %s to %s', (text, from, to) => {
    expect(parsePeriod(text, 'ymd')).toEqual({ from, to })
  })

  it('never guesses the order of a date', () => {
    expect(parseDay('03/04/2026', 'ymd')).toBeUndefined()
    expect(parseDay('03/04/2026', 'dmy')).toBe('2026-04-03')
    expect(parseDay('03/04/2026', 'mdy')).toBe('2026-03-04')
    expect(parseDay('1/3/26 10:12am', 'mdy')).toBe('2026-01-03')
    expect(parseDay('1/3/026', 'mdy')).toBeUndefined()
    expect(parseDay('2026-02-30', 'ymd')).toBeUndefined()
  })

  it('reads countries', () => {
    expect(parseTerritory('us-ca')).toBe('US')
    expect(parseTerritory('Worldwide')).toBe('')
    expect(parseTerritory('Germany')).toBeUndefined()
  })
})
