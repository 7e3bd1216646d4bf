import { describe, expect, it } from 'vitest'
import type { ReadTerms } from '../reader/reading.ts'
import { findOffer } from './to-deals.ts'

const terms = (more: Partial<ReadTerms>): ReadTerms => ({
  territories: { mode: 'include', codes: ['DE'] },
  start: '2026-05-01',
  end: null,
  models: ['subscription'],
  uses: ['stream'],
  priceTier: null,
  isPreorder: false,
  claimPolicy: null,
  ...more,
})
const endOf = (end: string): string | undefined =>
  findOffer({ releaseDate: '2026-05-01', ofRelease: [terms({ end })], ofTracks: [] }, undefined).ways[0]?.deals?.[0]
    ?.endsAt

describe('the end of a deal of a message', () => {
  it.each([
    ['a day, which it includes', '2026-08-31', '2026-08-31'],
    ['the midnight at which a day begins, so the day before is the last', '2026-09-01T00:00:00', '2026-08-31'],
    ['a time of a day, which is rounded to that day and an issue', '2026-09-01T12:00:00', '2026-09-01'],
    ['an instant, which stays one', '2026-09-01T00:00:00Z', '2026-09-01T00:00:00Z'],
  ])('is %s', (_what, end, expected) => expect(endOf(end)).toBe(expected))
})
