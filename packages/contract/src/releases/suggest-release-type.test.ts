import { describe, expect, it } from 'vitest'
import { suggestType } from './suggest-release-type.ts'

const minutes = (...list: number[]) => list.map((value) => value * 60_000)

describe('suggestType', () => {
  it.each([
    ['one track', minutes(3), 'single'],
    ['three short tracks', minutes(9, 9, 9), 'single'],
    ['one track of just under ten minutes', [599_999], 'single'],
    ['one track of ten minutes', [600_000], 'ep'],
    ['three tracks of exactly thirty minutes', minutes(10, 10, 10), 'ep'],
    ['one track of more than thirty minutes', [1_800_001], 'album'],
    ['four tracks', minutes(3, 3, 3, 3), 'ep'],
    ['six tracks of thirty minutes', minutes(5, 5, 5, 5, 5, 5), 'ep'],
    ['six tracks of more', minutes(5, 5, 5, 5, 5, 5.1), 'album'],
    ['seven tracks', minutes(1, 1, 1, 1, 1, 1, 1), 'album'],
    ['audio that is not analysed', [undefined], 'single'],
  ] as const)('%s', (_, durationsMs, type) => expect(suggestType(durationsMs).type).toBe(type))

  it('gives number and length of the tracks as the reason', () => {
    expect(suggestType([65_000, undefined]).reason).toBe(
      'it has 2 tracks with a total of 1:05, the longest 1:05 (some tracks are not analysed yet)',
    )
    expect(suggestType([600_000]).reason).toBe('it has 1 track with a total of 10:00, the longest 10:00')
  })
})
