import { describe, expect, it } from 'vitest'
import { chooseType } from './choose-type.ts'

const minutes = (...list: number[]) => list.map((value) => value * 60_000)

describe('chooseType', () => {
  it.each([
    [
      minutes(3, 4, 3),
      '3 tracks, 10:00 in total: single, because it has no more than 3 tracks, each under 10 minutes, and no more than 30 minutes',
    ],
    [
      minutes(3, 4, 3, 4),
      '4 tracks, 14:00 in total: ep, because it has more than 3 tracks, and no more than 6 tracks and 30 minutes',
    ],
    [
      minutes(11),
      '1 track, 11:00 in total: ep, because one track has 10 minutes or more, and the total is no more than 30 minutes',
    ],
    [minutes(1, 1, 1, 1, 1, 1, 1), '7 tracks, 7:00 in total: album, because it has more than 6 tracks'],
    [minutes(20, 20, 25), '3 tracks, 1:05:00 in total: album, because it is longer than 30 minutes'],
    [
      [60_000, undefined],
      '2 tracks, at least 1:00 in total: single, because it has no more than 3 tracks, each under 10 minutes, and no more than 30 minutes',
    ],
  ])('%j', (durations, words) => expect(chooseType(durations, undefined).reason).toBe(words))

  it('uses the type that the label chose, and says what stores will do', () => {
    expect(chooseType(minutes(3), 'album')).toEqual({
      type: 'album',
      reason:
        '1 track, 3:00 in total: album, as you chose. Stores would list it as single, because it has no more than 3 tracks, each under 10 minutes, and no more than 30 minutes',
    })
    expect(chooseType(minutes(3), 'single').reason).not.toContain('as you chose')
  })
})
