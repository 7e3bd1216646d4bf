import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

it('orders members by their names, also those that look like numbers, and leaves out what is undefined', () => {
  expect(canonicalJson({ b: [{ z: 1, a: undefined }, undefined], '9': null, '10': 'x', a: 1.0 })).toBe(
    '{"10":"x","9":null,"a":1,"b":[{"z":1},null]}',
  )
})

it('loses nothing, and does not depend on the order members came in', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse())
      expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
