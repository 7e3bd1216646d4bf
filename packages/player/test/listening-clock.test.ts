import { describe, expect, it } from 'vitest'
import { listeningClock } from '../src/plays/listening-clock.ts'

/** Each step: seconds on the clock, seconds in the track, and whether it is heard from then on. */
function listen(...steps: readonly (readonly [clock: number, track: number, isHeard: boolean])[]): number {
  let nowMs = 0
  const clock = listeningClock(() => nowMs)
  for (const [seconds, positionSeconds, isHeard] of steps) {
    nowMs = seconds * 1_000
    clock.record({ positionSeconds, isHeard })
  }
  return clock.listenedMs()
}

describe('listened time', () => {
  it('is the time that a track plays', () => {
    expect(listen([0, 0, true], [10, 10, true], [31, 31, false])).toBe(31_000)
  })

  it('counts while the track still plays', () => {
    expect(listen([0, 0, true], [7, 7, true])).toBe(7_000)
  })

  it('leaves out pauses', () => {
    expect(listen([0, 0, true], [10, 10, false], [100, 10, true], [105, 15, false])).toBe(15_000)
  })

  it('leaves out what a seek skips', () => {
    expect(listen([0, 0, true], [10, 10, true], [10, 150, false], [11, 150, true], [16, 155, false])).toBe(15_000)
  })

  it('keeps what was heard before a seek backwards', () => {
    expect(listen([0, 0, true], [20, 20, true], [20, 0, false], [20, 0, true], [25, 5, false])).toBe(25_000)
  })

  it('leaves out a stall that no event reports', () => {
    expect(listen([0, 0, true], [10, 10, true], [60, 10, true], [70, 20, false])).toBe(20_000)
  })

  it('leaves out the time for which a computer was suspended', () => {
    expect(listen([0, 0, true], [10, 10, true], [3_600, 10.2, true], [3_610, 20.2, false])).toBe(20_200)
  })

  it('leaves out a jump of the position without an event', () => {
    expect(listen([0, 0, true], [1, 1, true], [2, 90, true], [3, 91, false])).toBe(3_000)
  })

  it('is exact with many records that are not', () => {
    const ticks = Array.from(
      { length: 400 },
      (_, index) => [index / 4, index / 4 + (index % 2 ? 0.02 : 0), true] as const,
    )
    expect(listen(...ticks, [100, 100, false])).toBe(100_000)
  })
})
