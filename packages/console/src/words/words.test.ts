import { describe, expect, it } from 'vitest'
import { formatAgo } from './words.ts'

const now = Date.parse('2026-11-26T12:00:00Z')

describe('formatAgo', () => {
  it.each([
    ['2026-11-26T12:00:00Z', 'just now'],
    ['2026-11-26T11:59:40Z', 'just now'],
    ['2026-11-26T11:59:00Z', '1 minute ago'],
    ['2026-11-26T12:00:20Z', 'in a moment'],
    ['2026-11-26T12:10:00Z', 'in 10 minutes'],
    ['2026-11-26T10:00:00Z', '2 hours ago'],
    ['2026-11-25T11:00:00Z', 'yesterday'],
    ['2026-11-01T12:00:00Z', '1 Nov 2026'],
  ])('writes %s as %j', (instant, text) => {
    expect(formatAgo(instant, now)).toBe(text)
  })
})
