import { describe, expect, it } from 'vitest'
import { describeNumbers, describePeriod } from './describe-report.ts'

describe('describePeriod', () => {
  it.each([
    ['2026-03-01', '2026-03-31', 'March 2026'],
    ['2024-02-01', '2024-02-29', 'February 2024'],
    ['2026-02-01', '2026-02-27', '1 – 27 Feb 2026'],
    ['2026-01-01', '2026-03-31', '1 Jan – 31 Mar 2026'],
    ['2026-05-10', '2026-05-10', '10 May 2026'],
  ])('names %s to %s as %s does', (from, to, name) => {
    expect(describePeriod({ from, to }).replaceAll(/\s/g, ' ')).toBe(name)
  })
})

describe('describeNumbers', () => {
  it('keeps every digit of an amount, and leaves out what is not given', () => {
    const revenue = [
      { amount: '1234567.891234567', currency: 'EUR' },
      { amount: '-0.10', currency: 'USD' },
    ]
    expect(describeNumbers({ streams: 1, revenue }).replaceAll(/\s/g, ' ')).toBe(
      '1 stream · EUR 1,234,567.891234567 · -USD 0.10',
    )
  })

  it('says so where there are none', () => {
    expect(describeNumbers({})).toBe('No numbers')
  })
})
