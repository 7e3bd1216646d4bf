import { describe, expect, it } from 'vitest'
import { isRangeCurrent, parseRange } from './range.ts'

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['BYTES=5-6', { start: 5, end: 6 }],
  ])('%s of 100 bytes', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s of 100 bytes cannot be satisfied', (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable')
  })

  it.each([undefined, '', 'bytes=-', 'bytes=5-4', 'items=0-1', 'bytes=0-1,5-6', 'bytes=a-b', 'bytes 0-1'])(
    '%s is ignored',
    (header) => {
      expect(parseRange(header, 100)).toBe('whole')
    },
  )

  it('knows no byte of nothing', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
  })
})

describe('isRangeCurrent', () => {
  it('takes an If-Range only with a strong ETag', () => {
    expect(isRangeCurrent(undefined, '"a"')).toBe(true)
    expect(isRangeCurrent('"a"', '"a"')).toBe(true)
    expect(isRangeCurrent('"b"', '"a"')).toBe(false)
    expect(isRangeCurrent('W/"a"', '"a"')).toBe(false)
    expect(isRangeCurrent('Fri, 20 Nov 2026 00:00:00 GMT', '"a"')).toBe(false)
  })
})
