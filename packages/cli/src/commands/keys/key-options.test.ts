import { describe, expect, it } from 'vitest'
import { expiry, overlap } from './key-options.ts'

describe('--expires', () => {
  const read = (given: string) => expiry('--expires <when>', '').read?.(given, undefined)

  it.each([
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T12:00:00+02:00', '2027-01-01T10:00:00.000Z'],
  ])('reads %s as an instant', (given, instant) => {
    expect(read(given)).toBe(instant)
  })

  it('reads a time from now', () => {
    const before = Date.now()
    const instant = Date.parse(read('90d') ?? '')
    expect(instant).toBeGreaterThanOrEqual(before + 90 * 86_400_000)
    expect(instant).toBeLessThanOrEqual(Date.now() + 90 * 86_400_000)
  })

  it.each(['0d', '5y', 'tomorrow', '2027-13-01', ''])('refuses %j', (given) => {
    expect(() => read(given)).toThrow('--expires is')
  })
})

describe('--overlap', () => {
  const { read, defaultValue, choices } = overlap('--overlap <time>', '')

  it.each([
    ['0', 0],
    ['1h', 3_600],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('reads %s as %i seconds', (given, seconds) => {
    expect(read?.(given, undefined)).toBe(seconds)
  })

  it('is a day by default, and one of four times', () => {
    expect(defaultValue).toBe(86_400)
    expect(choices).toEqual(['0', '1h', '24h', '7d'])
    for (const wrong of ['2h', '', '86400'])
      expect(() => read?.(wrong, undefined)).toThrow('take one of: 0, 1h, 24h, 7d')
  })
})
