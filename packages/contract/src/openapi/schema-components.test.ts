import { describe, expect, it } from 'vitest'
import { Nullable, OneOf, Outlet, TakedownRequest, Timestamp } from '../index.ts'
import { Type } from '../schema/type.ts'
import { schemaComponents } from './schema-components.ts'

describe('components of schemas', () => {
  it('refers to a schema that the contract exports by its name', () => {
    const components = schemaComponents()
    expect(components.refer(Outlet)).toEqual({ $ref: '#/components/schemas/Outlet' })
    expect(components.collected()).toMatchObject({ Outlet: { type: 'object', required: ['id', 'name', 'kind'] } })
  })

  it('refers to a named schema inside another one, and keeps what is around it', () => {
    const components = schemaComponents()
    expect(components.refer(Type.Object({ data: Type.Array(Outlet, { maxItems: 7 }) }))).toEqual({
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', maxItems: 7, items: { $ref: '#/components/schemas/Outlet' } } },
    })
  })

  it('collects only what was referred to, in alphabetical order, with the parts that have names', () => {
    const components = schemaComponents()
    expect(components.collected()).toEqual({})
    components.refer(TakedownRequest)
    components.refer(Outlet)
    expect(Object.keys(components.collected())).toEqual([
      'AnsweredTerritories',
      'CalendarDate',
      'Outlet',
      'OutletStore',
      'TakedownRequest',
    ])
  })

  it('gives a schema without a name the requested one', () => {
    const components = schemaComponents()
    const body = Type.Object({ on: Type.Boolean() })
    expect(components.referAs('SwitchBody', body)).toEqual({ $ref: '#/components/schemas/SwitchBody' })
    expect(components.collected()).toEqual({
      SwitchBody: { type: 'object', required: ['on'], properties: { on: { type: 'boolean' } } },
    })
  })

  it('keeps the name that a schema has, also when another is requested', () => {
    const components = schemaComponents()
    expect(components.referAs('Shop', Outlet)).toEqual({ $ref: '#/components/schemas/Outlet' })
    expect(Object.keys(components.collected())).not.toContain('Shop')
  })

  it.each([
    [{}, { format: 'int64', minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 }],
    [{ minimum: 0 }, { format: 'int64', minimum: 0, maximum: 9_007_199_254_740_991 }],
    [
      { minimum: 0, maximum: 2_147_483_647 },
      { format: 'int32', minimum: 0, maximum: 2_147_483_647 },
    ],
    [
      { minimum: 0, maximum: 2_147_483_648 },
      { format: 'int64', minimum: 0, maximum: 2_147_483_648 },
    ],
    [
      { minimum: -2_147_483_648, maximum: 0 },
      { format: 'int32', minimum: -2_147_483_648, maximum: 0 },
    ],
    [
      { minimum: -2_147_483_649, maximum: 0 },
      { format: 'int64', minimum: -2_147_483_649, maximum: 0 },
    ],
  ])('say of an integer with %j that it is %j', (options, bounds) => {
    expect(schemaComponents().refer(Type.Integer(options))).toEqual({ type: 'integer', ...bounds })
  })

  it('say nothing about the width of other numbers', () => {
    expect(schemaComponents().refer(Type.Number({ minimum: 0 }))).toEqual({ type: 'number', minimum: 0 })
  })

  it('keeps the description of a place beside the reference', () => {
    expect(schemaComponents().refer({ ...Timestamp, description: 'When it was sent' })).toEqual({
      $ref: '#/components/schemas/Timestamp',
      description: 'When it was sent',
    })
  })

  it.each([
    [Type.String({ description: 'A' }), { type: ['string', 'null'], description: 'A' }],
    [OneOf(['a', 'b']), { type: ['string', 'null'], enum: ['a', 'b', null] }],
    [
      Type.Array(Type.String(), { description: 'A' }),
      { description: 'A', anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    ],
    [Outlet, { anyOf: [{ $ref: '#/components/schemas/Outlet' }, { type: 'null' }] }],
    [
      { ...Timestamp, description: 'A' },
      { description: 'A', anyOf: [{ $ref: '#/components/schemas/Timestamp' }, { type: 'null' }] },
    ],
  ])('describes the member and not the value of what can be null: %j', (schema, written) => {
    expect(schemaComponents().refer(Nullable(schema))).toEqual(written)
  })
})
