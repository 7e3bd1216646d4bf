import { expect, it } from 'vitest'
import { writeValue } from './write-value.ts'

it.each<[string, unknown, string]>([
  ['nothing', null, ''],
  ['text', 'Night Drive', 'Night Drive'],
  ['false', false, 'false'],
  [
    'people',
    [
      { name: 'Ada', role: 'main_artist' },
      { name: 'Ben', role: 'songwriter' },
    ],
    'Ada (main artist), Ben (songwriter)',
  ],
  ['a line with its year', { year: 2026, text: 'Night Label' }, 'year: 2026, text: Night Label'],
  ['markup as it is', ['<img src=x>', null, 'b'], '<img src=x>, b'],
])('writes %s as a line for people', (_what, value, line) => expect(writeValue(value)).toBe(line))
