import { describe, expect, it } from 'vitest'
import { fillIn, formatTime } from '../src/element/labels.ts'
import { loudnessFactor, readTarget } from '../src/playback/loudness.ts'

describe('loudness', () => {
  it.each([
    [-14, 1],
    [-8, 0.501],
    [-4, 0.316],
  ])('of %s LUFS is brought to -14 by a volume of %s', (measured, factor) => {
    expect(loudnessFactor(measured, -14)).toBeCloseTo(factor, 3)
  })

  it('never makes a track louder, and leaves one without a measurement alone', () => {
    expect(loudnessFactor(-30, -14)).toBe(1)
    expect(loudnessFactor(null, -14)).toBe(1)
    expect(loudnessFactor(undefined, -14)).toBe(1)
  })

  it.each([
    [null, undefined],
    ['', -14],
    ['-16', -16],
    ['loud', -14],
    ['5', -14],
  ])('%s as attribute is a target of %s', (attribute, target) => {
    expect(readTarget(attribute)).toBe(target)
  })
})

describe('texts', () => {
  it.each([
    [0, '0:00'],
    [187.9, '3:07'],
    [3_765, '1:02:45'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%s seconds are %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text)
  })

  it('are filled in, also with what looks like a place', () => {
    expect(fillIn('Play {title}', { title: 'The {title}' })).toBe('Play The {title}')
    expect(fillIn('{other}', {})).toBe('{other}')
  })
})
