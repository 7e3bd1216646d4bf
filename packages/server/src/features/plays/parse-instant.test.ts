import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant } from './parse-instant.ts'

describe('parseInstant', () => {
  it.each([
    ['2026-05-01T08:00:00Z', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01t08:00:00.5z', '2026-05-01T08:00:00.500Z'],
    ['2026-05-01T08:00:00.123456789Z', '2026-05-01T08:00:00.123Z'],
    ['2026-05-01T01:30:00+02:00', '2026-04-30T23:30:00.000Z'],
    ['2026-05-01T23:30:00-01:00', '2026-05-02T00:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ])('%s', (text, instant) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(instant)
  })

  it.each([
    '',
    '2026-05-01',
    '2026-05-01T08:00:00',
    '2026-05-01 08:00:00Z',
    '2026-05-01T08:00Z',
    '2026-05-01T08:00:00.Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-05-00T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-05-01T24:00:00Z',
    '2026-05-01T08:60:00Z',
    '2026-05-01T08:00:61Z',
    '2026-05-01T08:00:00+24:00',
    '2026-05-01T08:00:00+01:60',
    '+002026-05-01T08:00:00Z',
    ' 2026-05-01T08:00:00Z',
  ])('%j is no instant', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  it('reads what Date writes', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})
