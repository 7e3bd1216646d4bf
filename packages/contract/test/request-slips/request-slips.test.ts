import { describe, expect, it } from 'vitest'
import { checkValue } from '../../src/schema/check-value.ts'
import { bodySlips } from './body-slips.ts'
import { bulkSlips } from './bulk-slips.ts'
import { importSlips } from './import-slips.ts'
import { labelSlips } from './label-slips.ts'
import { operatorSlips } from './operator-slips.ts'
import { partySlips } from './party-slips.ts'
import { passkeySlips } from './passkey-slips.ts'
import { peopleSlips } from './people-slips.ts'
import { querySlips } from './query-slips.ts'
import { reportSlips } from './report-slips.ts'
import { reviewSlips } from './review-slips.ts'
import { signInSlips } from './sign-in-slips.ts'
import { transferSlips } from './transfer-slips.ts'
import { webhookSlips } from './webhook-slips.ts'

/** The errors for each mistake in a request written by hand: pointer, code, what is wrong, and how to write it. */

/** As it arrives: members that are undefined are not there. */
const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value))

const problemsOf = (schema: object | undefined, value: object): readonly (readonly string[])[] =>
  checkValue(schema ?? {}, asJson(value)).map(({ pointer, code, detail, fix }) => [
    pointer,
    code,
    detail,
    ...(fix === undefined ? [] : [fix]),
  ])

const all = [
  ...bodySlips,
  ...querySlips,
  ...signInSlips,
  ...webhookSlips,
  ...bulkSlips,
  ...transferSlips,
  ...importSlips,
  ...reportSlips,
  ...peopleSlips,
  ...partySlips,
  ...labelSlips,
  ...passkeySlips,
  ...operatorSlips,
  ...reviewSlips,
]

describe.each(all)('$name', ({ schema, valid, slips }) => {
  it('takes a request with what it needs', () => expect(problemsOf(schema, valid)).toEqual([]))

  it.each(slips)('explains %s', (_what, members, problem) => {
    expect(problemsOf(schema, { ...valid, ...members })).toEqual([problem])
  })
})
