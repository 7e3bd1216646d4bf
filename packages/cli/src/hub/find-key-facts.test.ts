import { describe, expect, it } from 'vitest'
import { parseLimits } from './find-key-facts.ts'

describe('parseLimits', () => {
  it.each([
    ['"reads";q=600;w=60', [{ name: 'reads', requests: 600, seconds: 60 }]],
    [
      '"reads";q=600;w=60, "day";q=9;w=86400',
      [
        { name: 'reads', requests: 600, seconds: 60 },
        { name: 'day', requests: 9, seconds: 86_400 },
      ],
    ],
    ['', []],
    ['something else', []],
  ])('reads %j', (policy, limits) => {
    expect(parseLimits(policy)).toEqual(limits)
  })
})
