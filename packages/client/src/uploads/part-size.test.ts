import { describe, expect, it } from 'vitest'
import { partSizer } from './part-size.ts'

const pace = () => partSizer({ firstBytes: 1_000, leastBytes: 250, mostBytes: 8_000, wantedMs: 1_000 })

describe('the size of requests', () => {
  it('follows the speed of the connection, within limits', () => {
    const one = pace()
    expect(one.next(10_000)).toBe(1_000)
    one.acknowledged(1_000, 500)
    expect(one.next(10_000)).toBe(2_000)
    one.acknowledged(2_000, 1)
    expect(one.next(10_000)).toBe(8_000)
    one.acknowledged(2_000, 60_000)
    expect(one.next(10_000)).toBe(250)
    expect(one.next(7)).toBe(7)
  })

  it('shrinks from what was tried, and grows again unless so much is never taken', () => {
    const one = pace()
    one.next(10_000)
    expect(one.shrink(false)).toBe(true)
    expect(one.next(10_000)).toBe(250)
    one.acknowledged(250, 50)
    expect(one.next(4_000)).toBe(4_000)
    expect(one.shrink(true)).toBe(true)
    one.acknowledged(1_000, 1)
    expect(one.next(10_000)).toBe(1_000)
  })

  it('says when it cannot shrink', () => {
    const one = pace()
    one.acknowledged(1, 1_000)
    expect(one.next(10_000)).toBe(250)
    expect(one.shrink(true)).toBe(false)
  })
})
