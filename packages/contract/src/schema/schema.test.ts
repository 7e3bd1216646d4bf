import { describe, expect, it } from 'vitest'
import { CreatedAt, Described, Id, Nullable, Timestamp, UpdatedAt } from './schema.ts'
import { Type } from './type.ts'

/** The building blocks that say what a value is without changing its form. */

describe('Described', () => {
  it.each([
    ['a schema without a description', Type.Integer({ minimum: 0 }), { type: 'integer', minimum: 0 }],
    ['one with a description', Type.Boolean({ description: 'Yes or no' }), { type: 'boolean' }],
    ['a list', Type.Array(Type.String()), { type: 'array', items: { type: 'string' } }],
    ['an object', Type.Object({ a: Type.Null() }), Type.Object({ a: Type.Null() })],
  ])('gives %s the description of its place', (_what, schema, form) => {
    expect(Described(schema, 'What it is here')).toEqual({ ...form, description: 'What it is here' })
  })

  it('does not change the schema that it is given', () => {
    const count = Type.Integer({ minimum: 0 })
    Described(count, 'Number of tracks')
    expect(count).toEqual({ type: 'integer', minimum: 0 })
  })

  it('keeps a member optional', () => {
    const members = { total: Described(Type.Optional(Type.Integer()), 'Number of items'), limit: Type.Integer() }
    expect(Type.Object(members).required).toEqual(['limit'])
  })

  it('describes a value that can be null as a whole', () => {
    expect(Described(Nullable(Type.String()), 'Text; null if there is none')).toEqual({
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'Text; null if there is none',
    })
  })
})

describe('the times of a resource', () => {
  it.each([
    [Timestamp, 'Date and time in UTC, ISO 8601'],
    [CreatedAt, 'When it was created'],
    [UpdatedAt, 'When it last changed'],
  ])('have one form: %s', (schema, description) => {
    expect(schema).toEqual({
      type: 'string',
      format: 'date-time',
      maxLength: 30,
      description,
      examples: ['2026-05-01T08:00:00.000Z'],
    })
  })
})

describe('an id', () => {
  it.each([
    ['rel', 'Id of a release'],
    ['upl', 'Id of an upload'],
    ['key', 'Id of an API key'],
  ] as const)('%s... says what it names', (prefix, description) => {
    expect(Id(prefix)).toMatchObject({ description, maxLength: 30, pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$` })
  })
})
