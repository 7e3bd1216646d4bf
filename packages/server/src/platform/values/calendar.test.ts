import { describe, expect, it } from 'vitest'
import { instantOf } from './calendar.ts'

describe('instantOf', () => {
  it.each([
    ['2026-05-01T08:00:00+02:00', '2026-05-01T06:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2016-12-31T23:59:60.5+00:00', '2016-12-31T23:59:59.500Z'],
    ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999-23:59', '9999-12-31T23:59:59.999Z'],
  ])('moves %s to %s', (timestamp, instant) => {
    expect(instantOf(timestamp)).toBe(instant)
  })
})
