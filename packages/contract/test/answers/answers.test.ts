import { describe, expect, it } from 'vitest'
import { checkValue } from '../../src/schema/check-value.ts'
import { consoleAnswers } from './console-answers.ts'
import { distributorAnswers } from './distributor-answers.ts'
import { propertyAnswers } from './property-answers.ts'
import { releaseAnswers } from './release-answers.ts'

/**
 * What programs rely on. A member that becomes null, or goes away, breaks them: these lists show where that is
 * allowed.
 */

const isTaken = (schema: object, value: object): boolean => checkValue(schema, value).length === 0
const without = (value: object, name: string): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

describe.each([...distributorAnswers, ...releaseAnswers, ...propertyAnswers, ...consoleAnswers])(
  '$name',
  ({ schema, sample, mayBeNull, mayBeAbsent }) => {
    it('takes the sample as an answer', () => expect(checkValue(schema, sample)).toEqual([]))

    it('has null where the lists allow it, and nowhere else', () => {
      const found = Object.keys(sample).filter((name) => isTaken(schema, { ...sample, [name]: null }))
      expect(found).toEqual(mayBeNull)
    })

    it('leaves out members that the lists allow, and no other', () => {
      expect(Object.keys(sample).filter((name) => isTaken(schema, without(sample, name)))).toEqual(mayBeAbsent)
    })

    it('may get more members without a new version', () => {
      expect(checkValue(schema, { ...sample, addedLater: true })).toEqual([])
    })
  },
)
