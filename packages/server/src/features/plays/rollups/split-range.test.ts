import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayMs, dayOf } from '../../../platform/values/calendar.ts'
import { addMonths, type DateRange, lastDayOf, nothing, splitAtMonths, windowsOf } from './split-range.ts'

const kept = { first: '2025-03-01', last: '2026-04-01' }
const parts = (from: string, to: string) => splitAtMonths([from, to], kept)

describe('splitAtMonths', () => {
  it.each([
    ['whole months', '2026-01-01', '2026-02-28', nothing, ['2026-01-01', '2026-02-01'], nothing],
    [
      'days at both edges',
      '2025-12-31',
      '2026-03-30',
      ['2025-12-31', '2025-12-31'],
      ['2026-01-01', '2026-02-01'],
      ['2026-03-01', '2026-03-30'],
    ],
    [
      'months that are not added up yet',
      '2025-01-01',
      '2026-05-31',
      ['2025-01-01', '2025-02-28'],
      ['2025-03-01', '2026-04-01'],
      ['2026-05-01', '2026-05-31'],
    ],
    ['a part of a month', '2026-02-01', '2026-02-27', ['2026-02-01', '2026-02-27'], nothing, nothing],
    ['the end of the calendar', '9999-12-15', '9999-12-31', ['9999-12-15', '9999-12-31'], nothing, nothing],
    ['its beginning', '0001-01-01', '0001-01-31', ['0001-01-01', '0001-01-31'], nothing, nothing],
  ])('reads %s', (_, from, to, before, months, after) => {
    expect(parts(from, to)).toEqual({ before, months, after })
  })

  it('reads days where no month is added up', () => {
    expect(splitAtMonths(['2026-01-01', '2026-12-31'], undefined).before).toEqual(['2026-01-01', '2026-12-31'])
  })

  it('reads from the first month of the calendar on when everything is added up', () => {
    const { before, months } = splitAtMonths(['0001-01-01', '0001-02-03'], { first: '0001-01-01', last: '2026-04-01' })
    expect({ before, months }).toEqual({ before: nothing, months: ['0001-01-01', '0001-01-01'] })
  })
})

const daysOf = ([from, to]: DateRange): string[] =>
  from > to ? [] : Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2024-06-01', days))
const range = fc.tuple(day, day).map(([one, other]): DateRange => (one < other ? [one, other] : [other, one]))

it('holds every day of a range exactly once, in days or in months', () => {
  const month = fc.integer({ min: 0, max: 40 }).map((months) => addMonths('2024-01-01', months))
  fc.assert(
    fc.property(range, month, month, (asked, first, last) => {
      const { before, months, after } = splitAtMonths(asked, { first, last })
      const whole = daysOf([months[0], months[0] > months[1] ? addDays(months[0], -1) : lastDayOf(months[1])])
      expect([...daysOf(before), ...whole, ...daysOf(after)]).toEqual(daysOf(asked))
    }),
  )
})

it.each(['day', 'week', 'month', 'total'] as const)(
  'cuts a range by %s into windows at ends of periods',
  (granularity) => {
    fc.assert(
      fc.property(range, day, (asked, position) => {
        const windows = windowsOf(asked, granularity, position)
        const [, start = ''] = [asked[0], position].sort()
        expect(windows.flatMap(daysOf)).toEqual(daysOf([start, asked[1]]))
        for (const [from, to] of windows.slice(0, -1)) {
          if (from > to || to === asked[1]) continue
          if (granularity === 'week') expect(new Date(to).getUTCDay()).toBe(0)
          if (granularity === 'month') expect(dayOf(Date.parse(to) + dayMs).slice(8)).toBe('01')
        }
      }),
    )
  },
)
