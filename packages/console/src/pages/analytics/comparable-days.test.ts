import type { Analytics } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { changeOver, pairDays } from './comparable-days.ts'

const row = (date: string, streams: number) => ({ date, group: {}, metrics: { streams } })

const answer = (data: readonly object[], before: readonly object[] | undefined) =>
  ({
    range: { from: '2026-01-05', to: '2026-01-08' },
    data,
    ...(before && { comparison: { range: { from: '2026-01-01', to: '2026-01-04' }, data: before } }),
  }) as unknown as Analytics

const now = [row('2026-01-05', 10), row('2026-01-06', 10), row('2026-01-07', 30), row('2026-01-08', 30)]

describe('the days of two periods', () => {
  it.each([
    ['has data of every day', [1, 2, 3, 4], [1, 2, 3, 4], { percent: 700, days: undefined }],
    ['begins with its first day of data', [0, 0, 20, 20], [null, null, 20, 20], { percent: 50, days: 2 }],
    ['has only its last day', [0, 0, 0, 60], [null, null, null, 60], { percent: -50, days: 1 }],
    ['has a day without plays after its first', [10, 0, 0, 10], [10, 0, 0, 10], { percent: 300, days: undefined }],
    ['has no data at all', [0, 0, 0, 0], [null, null, null, null], { percent: null, days: 0 }],
  ])('are compared where the period before %s', (_case, values, expected, change) => {
    const before = values.flatMap((value, index) => (value === 0 ? [] : [row(`2026-01-0${index + 1}`, value)]))
    const pairs = pairDays(answer(now, before), 'streams')
    expect(pairs.map((pair) => pair.before)).toEqual(expected)
    expect(changeOver(pairs)).toEqual(change)
  })

  it('have only their own values without a comparison', () => {
    const pairs = pairDays(answer(now.slice(1), undefined), 'streams')
    expect(pairs.map(({ value, before }) => [value, before])).toEqual([
      [0, null],
      [10, null],
      [30, null],
      [30, null],
    ])
  })
})
