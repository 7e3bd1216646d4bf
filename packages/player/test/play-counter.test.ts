import { beforeEach, describe, expect, it } from 'vitest'
import { type CountedPlay, neededMs, type PlayCounter, playCounter } from '../src/plays/play-counter.ts'

const start = Date.parse('2026-05-01T08:00:00.000Z')
let elapsedMs: number
let ids: number
let saved: (CountedPlay & { readonly isFinal: boolean })[]
let counter: PlayCounter

beforeEach(() => {
  elapsedMs = 0
  ids = 0
  saved = []
  counter = playCounter({
    monotonicMs: () => elapsedMs,
    nowMs: () => start + elapsedMs,
    makeId: () => `play-${++ids}`,
    context: () => ({ source: 'album' }),
    save: (play, isFinal) => saved.push({ ...play, isFinal }),
  })
})

const finals = () => saved.filter(({ isFinal }) => isFinal).map(({ id, trackId, playedMs }) => [id, trackId, playedMs])

/** Plays for so many seconds, with an event each second. */
function hear(seconds: number, from = 0): void {
  counter.record({ positionSeconds: from, isHeard: true })
  for (let second = 1; second <= seconds; second += 1) {
    elapsedMs += 1_000
    counter.record({ positionSeconds: from + second, isHeard: true })
  }
  counter.record({ positionSeconds: from + seconds, isHeard: false })
}

describe('how much of a track must be heard', () => {
  it.each([
    [200_000, 30_000],
    [31_000, 27_900],
    [4_000, 3_600],
    [null, 30_000],
    [0, 30_000],
  ])('of %s ms: %s ms', (durationMs, needed) => {
    expect(neededMs(durationMs)).toBe(needed)
  })
})

describe('a play', () => {
  it('counts from 30 seconds on, with its time and when it began', () => {
    elapsedMs = 5_000
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    elapsedMs = 7_000
    hear(30)
    counter.end()
    expect(saved.at(-1)).toEqual({
      id: 'play-1',
      trackId: 'trk_1',
      at: '2026-05-01T08:00:07.000Z',
      playedMs: 30_000,
      source: 'album',
      isFinal: true,
    })
  })

  it('does not count below 30 seconds', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(29)
    counter.end()
    expect(saved).toEqual([])
  })

  it('counts once, however long the track is heard in parts', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(40)
    hear(40, 100)
    hear(10, 20)
    counter.end()
    counter.end()
    expect(finals()).toEqual([['play-1', 'trk_1', 90_000]])
  })

  it('of a short track counts when nearly all of it was heard', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 10_000 })
    hear(9)
    counter.end()
    expect(finals()).toEqual([['play-1', 'trk_1', 9_000]])
  })

  it('ends when another track begins, and the same track again is another play', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(35)
    counter.begin({ trackId: 'trk_2', durationMs: 200_000 })
    hear(3)
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(31)
    counter.end()
    expect(finals()).toEqual([
      ['play-1', 'trk_1', 35_000],
      ['play-3', 'trk_1', 31_000],
    ])
  })

  it('is kept with the same id while it lasts, every five seconds', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(42)
    expect(saved.map(({ id, playedMs, isFinal }) => [id, playedMs, isFinal])).toEqual([
      ['play-1', 30_000, false],
      ['play-1', 35_000, false],
      ['play-1', 40_000, false],
    ])
  })

  it('is reported when the page is left, and not again if the page comes back', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(33)
    counter.leave()
    hear(60, 33)
    counter.leave()
    counter.end()
    expect(finals()).toEqual([['play-1', 'trk_1', 33_000]])
  })

  it('may begin to count after a page that was left has come back', () => {
    counter.begin({ trackId: 'trk_1', durationMs: 200_000 })
    hear(20)
    counter.leave()
    hear(15, 20)
    counter.leave()
    expect(finals()).toEqual([['play-1', 'trk_1', 35_000]])
  })
})
