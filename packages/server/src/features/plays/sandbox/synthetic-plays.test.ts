import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'
import { generatePlays } from './synthetic-plays.ts'

const track = { trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', series: 7, lane: 3, durationMs: 200_000 }

describe('generatePlays', () => {
  it('generates the same plays for the same seed and others for another seed', () => {
    expect(generatePlays(1, track, '2026-05-01')).toEqual(generatePlays(1, track, '2026-05-01'))
    expect(generatePlays(1, track, '2026-05-01')).not.toEqual(generatePlays(2, track, '2026-05-01'))
    expect(generatePlays(1, track, '2026-05-01')).not.toEqual(generatePlays(1, track, '2026-05-02'))
  })

  it('generates plays of that day with unique, valid ids', () => {
    const plays = ['2026-05-01', '2026-05-02'].flatMap((day) => generatePlays(9_999_999, track, day))
    expect(new Set(plays.map(({ id }) => id)).size).toBe(plays.length)
    for (const { id, atMs, playedMs, series } of plays) {
      expect(id.length).toBeLessThanOrEqual(64)
      expect(id).toContain(new Date(atMs).toISOString().slice(0, 10).replaceAll('-', ''))
      expect(playedMs).toBeLessThanOrEqual(200_000)
      expect(series).toBe(7)
    }
  })
})

it('seededRandom draws the same numbers on every machine', () => {
  const numbers = seededRandom('spindle')
  expect([numbers.below(1000), numbers.below(1000), numbers.below(1000)]).toEqual([283, 583, 814])
})

it('seededRandom picks values in proportion to their weights', () => {
  const numbers = seededRandom('weights')
  const picks = Array.from({ length: 10_000 }, () =>
    numbers.pick([
      ['a', 9],
      ['b', 1],
    ] as const),
  )
  const share = picks.filter((pick) => pick === 'a').length / picks.length
  expect(share).toBeGreaterThan(0.88)
  expect(share).toBeLessThan(0.92)
})
