import { describe, expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { checkValue } from '../schema/check-value.ts'
import { Type } from '../schema/type.ts'
import { exampleOf } from './example.ts'

describe('exampleOf', () => {
  it.each([
    ['its own example', Type.String({ examples: ['Ada'] }), 'Ada'],
    ['a constant', Type.Literal('MUSIC'), 'MUSIC'],
    ['the first of a list', { type: 'string', enum: ['single', 'ep'] }, 'single'],
    ['its default', Type.Integer({ default: 20 }), 20],
    ['the first choice of a union', Type.Union([Type.Integer({ minimum: 3 }), Type.Null()]), 3],
    ['required members only', Type.Object({ a: Type.Boolean(), b: Type.Optional(Type.String()) }), { a: true }],
    ['a list with one entry', Type.Array(Type.Boolean()), [true]],
    ['an empty list where nothing is needed', Type.Array(Type.Boolean(), { minItems: 0 }), []],
    ['the least number', Type.Integer({ minimum: 7 }), 7],
    ['no least number', Type.Number(), 0],
    ['a truth value', Type.Boolean(), true],
    ['null', Type.Null(), null],
    ['an instant', Type.String({ format: 'date-time' }), '2026-11-20T08:00:00.000Z'],
    ['a day', Type.String({ format: 'date' }), '2026-11-20'],
    ['an address', Type.String({ format: 'uri' }), 'https://hub.example/docs'],
    ['a relative address', Type.String({ format: 'uri-reference' }), '/docs'],
    ['an e-mail address', Type.String({ format: 'email' }), 'ada@label.example'],
    [
      'a digest',
      Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
      '0000000000000000000000000000000000000000000000000000000000000000',
    ],
    ['text', Type.String(), 'text'],
    ['short text', Type.String({ maxLength: 2 }), 'te'],
    [
      'parts of one whole',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
          { type: 'object', required: ['b'], properties: { b: { const: 2 } } },
        ],
      },
      { a: 1, b: 2 },
    ],
    ['the first of several types', { type: ['integer', 'null'], minimum: 2 }, 2],
  ])('shows %s', (_, schema, example) => expect(exampleOf(schema)).toEqual(example))

  const bodies = operations.flatMap(({ id, body }) => (body ? [[id, body] as const] : []))

  it.each(bodies)('shows a body of %s that the schema takes', (_, body) => {
    expect(checkValue(body, exampleOf(body))).toEqual([])
  })

  const answers = operations.flatMap(({ id, responses }) =>
    Object.entries(responses).flatMap(([status, { schema }]) => (schema ? [[id, status, schema] as const] : [])),
  )

  it.each(answers)('shows an answer of %s (%s) that has every member it must have', (_, __, schema) => {
    expect(checkValue(schema, exampleOf(schema)).filter(({ code }) => code === 'required')).toEqual([])
  })
})
