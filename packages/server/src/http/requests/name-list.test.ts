import type { FieldError } from '@spindle/contract'
import { expect, it } from 'vitest'
import { parseNameList } from './name-list.ts'

const allowed = ['one', 'two', 'three'] as const

it.each([
  [undefined, []],
  ['', []],
  ['two', ['two']],
  [' three , one,one ', ['three', 'one']],
])('%j is %j', (text, names) => {
  const problems: FieldError[] = []
  expect(parseNameList('p', text, allowed, problems)).toEqual(names)
  expect(problems).toEqual([])
})

it('names every unknown one, and what is allowed', () => {
  const problems: FieldError[] = []
  expect(parseNameList('p', 'one,four,Two,four', allowed, problems)).toEqual(['one'])
  expect(problems).toEqual([
    {
      pointer: 'p',
      code: 'enum',
      detail: '"four" is not allowed. Allowed values: one, two, three.',
      fix: 'Use one of the listed values.',
    },
    {
      pointer: 'p',
      code: 'enum',
      detail: '"Two" is not allowed. Allowed values: one, two, three.',
      fix: 'Did you mean `two`?',
    },
  ])
})
