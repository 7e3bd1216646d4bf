import { expect, it } from 'vitest'
import { parseTrackLength } from './track-length.ts'

it.each<readonly [string, boolean, number | undefined]>([
  ['3:42', false, 222_000],
  ['1:02:03', false, 3_723_000],
  ['222', false, 222_000],
  ['222.5', false, 222_500],
  ['222000', true, 222_000],
  // A clock is a clock in any column.
  ['3:42', true, 222_000],
  ['PT3M42S', false, 222_000],
  ['PT1H0M0.5S', true, 3_600_500],
  ['24:00:00', false, 86_400_000],
  ['24:00:01', false, undefined],
  ['PT', false, undefined],
  ['3:422', false, undefined],
  ['-3', false, undefined],
  ['long', false, undefined],
  ['', false, undefined],
])('"%s" (in milliseconds: %s) is %s ms', (text, isInMs, expected) => {
  expect(parseTrackLength(text, { isInMs })).toBe(expected)
})
