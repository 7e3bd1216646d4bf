import { describe, expect, it } from 'vitest'
import { currencyOfSign, isMarkOf, readNumber } from './number-cells.ts'

describe('readNumber', () => {
  it.each<[string, '.' | ',', string]>([
    ['12.50', '.', '12.50'],
    ['(0.25)', '.', '-0.25'],
    ['($0.25)', '.', '-0.25'],
    ['$(0.25)', '.', '-0.25'],
    ['( 0.25 )', '.', '-0.25'],
    ['\u22120.25', '.', '-0.25'],
    ['-$0.25', '.', '-0.25'],
    ['$ -0.25', '.', '-0.25'],
    ['0.25-', '.', '-0.25'],
    ['$0.25', '.', '0.25'],
    ['US$ 0.25', '.', '0.25'],
    ['0,25 \u20AC', ',', '0.25'],
    ['EUR 0,25', ',', '0.25'],
    ['0.25 USD', '.', '0.25'],
    ['kr 5', '.', '5'],
    ['1,234.50', '.', '1234.50'],
    ['1,234,567', '.', '1234567'],
    ['12,34,567.5', '.', '1234567.5'],
    ['1.234,50', ',', '1234.50'],
    ['1 234,56', ',', '1234.56'],
    ['1\u00A0234,56', ',', '1234.56'],
    ['1\u202F234\u202F567,5', ',', '1234567.5'],
    ["1'234.50", '.', '1234.50'],
    ['1\u2019234.50', '.', '1234.50'],
    ['="0.25"', '.', '0.25'],
    ["'0.25", '.', '0.25'],
    ['1.25E-02', '.', '1.25E-02'],
    ['-1.25E-02', '.', '-1.25E-02'],
    ['\uFF11\uFF12', '.', '12'],
    ['\u0661\u0662', '.', '12'],
    ['\u0661\u0662\u066B\u0665', '.', '12.5'],
    ['\u0661\u066C\u0662\u0663\u0664\u066B\u0665\u0660', ',', '1234.50'],
    ['\u200F-\u06F1\u06F2.\u06F5', '.', '-12.5'],
    ['\u0967\u0968.\u096B', '.', '12.5'],
    ['(\u0E51\u0E52)', '.', '-12'],
    ['+3', '.', '3'],
    ['-', '.', ''],
    ['$ -', '.', ''],
    ['', '.', ''],
  ])('reads %j with "%s" as %j', (written, decimal, number) => {
    expect(readNumber(written, { decimal })).toMatchObject({ number })
  })

  it.each<[string, '.' | ',']>([
    ['1,234', '.'],
    ['$1,234', '.'],
    ['1.234', ','],
    ['(1,234)', '.'],
    ['\u0661,\u0662\u0663\u0664', '.'],
  ])('asks the mapping about %j with "%s"', (written, decimal) => {
    expect(readNumber(written, { decimal })).toMatchObject({
      problem: `"${written}" can be read with or without thousands.`,
    })
    expect(readNumber(written, { decimal, thousands: decimal === '.' ? ',' : '.' })).toMatchObject({
      number: written.startsWith('(') ? '-1234' : '1234',
    })
  })

  it.each([
    ['=1+1'],
    ['1.2.3'],
    ['12,50'],
    ['NaN'],
    ['(-1)'],
    ['many'],
    ['5 pcs'],
    ['1,23,4'],
    ['1 23'],
    ['--1'],
    ['1,234,56'],
    ['ABC'],
    ['$'],
    ['\u0661\u060C\u0662'],
    ['\u4E09'],
  ])('refuses %j', (written) =>
    expect(readNumber(written, { decimal: '.' })).toMatchObject({ problem: `"${written}" cannot be read.` }),
  )

  it('knows the currency of a sign that only one has', () => {
    expect(['€', 'US$', 'us$', 'R$', '$', '£', '¥', 'x'].map(currencyOfSign)).toEqual([
      'EUR',
      'USD',
      'USD',
      'BRL',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('compares a currency sign with the currency of the line', () => {
    expect([isMarkOf('$', 'CAD'), isMarkOf('$', 'EUR'), isMarkOf('\u20AC', 'EUR'), isMarkOf('\u20AC', 'USD')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([isMarkOf('EUR', 'USD'), isMarkOf('', 'USD'), isMarkOf('kr', 'SEK')]).toEqual([false, true, true])
  })
})
