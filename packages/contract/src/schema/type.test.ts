import { Type as TypeBox } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { Type } from './type.ts'

type Builders = typeof Type

/**
 * Every member with its descriptor, hidden ones included, all the way down. The order of hidden ones does not matter.
 */
const describeAll = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyNames(value)
        .sort()
        .map((name) => {
          const { value: member, ...flags } = Object.getOwnPropertyDescriptor(value, name) ?? {}
          return [name, flags, describeAll(member)]
        })
    : value

describe('schemas', () => {
  it.each<[string, (type: Builders) => object]>([
    ['a text', (type) => type.String({ minLength: 1, description: 'x' })],
    ['numbers', (type) => type.Array(type.Union([type.Integer({ minimum: 1 }), type.Number(), type.Null()]))],
    ['constants', (type) => type.Union([type.Literal('a'), type.Literal(1), type.Literal(false)], { title: 'One' })],
    ['an array with a limit', (type) => type.Array(type.Boolean({ default: true }), { maxItems: 2 })],
    ['a schema written by hand', (type) => type.Unsafe<'a'>({ type: 'string', enum: ['a'] })],
    ['any value', (type) => type.Unknown({ description: 'x' })],
    ['a record', (type) => type.Record(type.String(), type.Unknown(), { maxProperties: 3 })],
    ['an object without members', (type) => type.Object({})],
    ['an object of optional members', (type) => type.Object({ a: type.Optional(type.String({ maxLength: 2 })) })],
    [
      'an object in an object',
      (type) =>
        type.Object(
          {
            a: type.Optional(type.Object({ b: type.Integer() }, { additionalProperties: false })),
            c: type.Optional(type.Unsafe<string>({ type: 'string' })),
            d: type.Null(),
          },
          { additionalProperties: false },
        ),
    ],
  ])('are what TypeBox makes of them: %s', (_, make) => {
    const ours = make(Type)
    const theirs = make(TypeBox)
    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs))
    expect(describeAll(ours)).toEqual(describeAll(theirs))
  })

  it('do not share what is optional with what they were made from', () => {
    const text = Type.String()
    const schema = Type.Object({ optional: Type.Optional(text), needed: text })
    expect(schema.required).toEqual(['needed'])
    expect(Check(schema, { needed: 'x' })).toBe(true)
    expect(Check(schema, { optional: 'x' })).toBe(false)
  })
})
