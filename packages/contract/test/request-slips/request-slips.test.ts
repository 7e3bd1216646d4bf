import { describe, expect, it } from 'vitest'
import { checkValue } from '../../src/schema/check-value.ts'
import { bodySlips } from './body-slips.ts'
import { querySlips } from './query-slips.ts'
import { signInSlips } from './sign-in-slips.ts'

/** What somebody who writes a request by hand is told of each slip: pointer, code, what, and how to write it. */

/** As it arrives: members that are undefined are not there. */
const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value))

const problemsOf = (schema: object | undefined, value: object): readonly (readonly string[])[] =>
  checkValue(schema ?? {}, asJson(value)).map(({ pointer, code, detail, fix }) => [
    pointer,
    code,
    detail,
    ...(fix === undefined ? [] : [fix]),
  ])

describe.each([...bodySlips, ...querySlips, ...signInSlips])('$name', ({ schema, valid, slips }) => {
  it('takes a request with what it needs', () => expect(problemsOf(schema, valid)).toEqual([]))

  it.each(slips)('explains %s', (_what, members, problem) => {
    expect(problemsOf(schema, { ...valid, ...members })).toEqual([problem])
  })
})
