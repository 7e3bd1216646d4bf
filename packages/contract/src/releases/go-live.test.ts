import { describe, expect, it } from 'vitest'
import { describeGoLive } from './describe-go-live.ts'
import { goLiveOf } from './go-live.ts'

const dated = (timeZone?: string, releaseTime?: string) => ({
  releaseDate: '2026-12-04',
  ...(timeZone !== undefined && { timeZone }),
  ...(releaseTime !== undefined && { releaseTime }),
})

describe('goLiveOf', () => {
  it.each([
    [
      dated('Asia/Tokyo'),
      '2026-12-03T15:00:00.000Z',
      '2026-12-04T00:00',
      '2026-12-04 00:00 Asia/Tokyo (2026-12-03 15:00 UTC)',
    ],
    [
      dated('America/New_York', '18:30'),
      '2026-12-04T23:30:00.000Z',
      '2026-12-04T18:30',
      '2026-12-04 18:30 America/New_York (2026-12-04 23:30 UTC)',
    ],
    [
      dated('Asia/Kathmandu'),
      '2026-12-03T18:15:00.000Z',
      '2026-12-04T00:00',
      '2026-12-04 00:00 Asia/Kathmandu (2026-12-03 18:15 UTC)',
    ],
    [dated('UTC', '06:00'), '2026-12-04T06:00:00.000Z', '2026-12-04T06:00', '2026-12-04 06:00 UTC'],
    [
      dated(undefined, '06:00'),
      '2026-12-04T06:00:00.000Z',
      '2026-12-04T06:00',
      '2026-12-04 06:00, the local time of each territory',
    ],
  ])('of %j is %s', (release, at, localTime, words) => {
    const goLive = goLiveOf(release)
    expect(goLive).toEqual({ at, localTime, timeZone: release.timeZone ?? null })
    expect(goLive && describeGoLive(goLive)).toBe(words)
  })

  it('takes the instant that was stored with a revision', () => {
    expect(goLiveOf(dated('Asia/Tokyo'), new Date('2026-12-03T14:00:00Z'))).toEqual({
      at: '2026-12-03T14:00:00.000Z',
      localTime: '2026-12-04T00:00',
      timeZone: 'Asia/Tokyo',
    })
    expect(goLiveOf(dated(), null)).toBeNull()
  })

  it('is null without a real date', () => {
    expect(goLiveOf({})).toBeNull()
    expect(goLiveOf({ releaseDate: '2026-02-30', releaseTime: '18:00' })).toBeNull()
  })
})
