import { describe, expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [470, '470 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_234, '1.2 kB'],
    [44_040_192, '44 MB'],
    [999_499, '999 kB'],
    [999_999, '1 MB'],
    [999_999_999, '1 GB'],
    [1_500_000_000_000, '1.5 TB'],
    [2_000_000_000_000_000, '2,000 TB'],
  ])('writes %d as %j', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
