import { describe, expect, it } from 'vitest'
import { formatBytes, formatCount, formatDuration } from './format-units.ts'

describe('sizes and times', () => {
  it('read like people write them', () => {
    expect([0, 999, 1_000, 42_100_000, 3_500_000_000_000].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '42.1 MB',
      '3.5 TB',
    ])
    expect([0, 31_000, 222_400, 3_723_000, null, undefined].map(formatDuration)).toEqual([
      '0:00',
      '0:31',
      '3:42',
      '1:02:03',
      '-',
      '-',
    ])
    expect([formatCount(1, 'track'), formatCount(12_000, 'track'), formatCount(2, 'entry', 'entries')]).toEqual([
      '1 track',
      '12,000 tracks',
      '2 entries',
    ])
  })
})
