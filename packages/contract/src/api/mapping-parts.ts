import type { TOptional, TSchema } from 'typebox'
import { ClosedObject, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** What mappings of columns have in common: those of reports of stores, and those of tables of releases. */

/** The name of a column, or a value in its place. */
export const column = (description: string) => Type.Optional(Text(200, { description }))

/** The text of a cell, or what it means. */
export const cell = { type: 'string', maxLength: 200 } as const

/** An object with any names. */
export const byName = <T>(of: object, options: object) =>
  Type.Unsafe<Record<string, T>>({ type: 'object', maxProperties: 1000, additionalProperties: of, ...options })

/** Makes objects with names of these fields. */
export const byFieldOf =
  <Field extends string>(fields: readonly Field[]) =>
  <T extends TSchema>(of: (field: Field) => T, options: object) =>
    Type.Optional(
      ClosedObject(
        Object.fromEntries(fields.map((field) => [field, Type.Optional(of(field))])) as Record<Field, TOptional<T>>,
        { ...options },
      ),
    )

/** The order of the parts of dates. */
export const DateOrder = Type.Optional(
  OneOf(['ymd', 'dmy', 'mdy'], { description: 'Order of day, month and year in dates' }),
)
