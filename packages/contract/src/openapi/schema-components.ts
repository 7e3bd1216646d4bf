import type { TSchema } from 'typebox'
import * as contract from '../index.ts'

/**
 * Names for schemas: every object schema the contract exports becomes a component under its exported name, and is
 * referred to wherever it occurs.
 */

/** The `components.schemas` of one OpenAPI document, collected while the document is written. */
export interface SchemaComponents {
  /** The schema with every named part replaced by a reference. */
  refer(schema: TSchema): unknown
  /** The same, but the schema itself becomes a component of this name if it has none. */
  referAs(name: string, schema: TSchema): unknown
  /** What was referred to so far, in alphabetical order. */
  collected(): Record<string, unknown>
}

const isObjectSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'object'

/** Collects the named schemas of one document. */
export function schemaComponents(): SchemaComponents {
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(contract)) {
    if (isObjectSchema(value) && !names.has(JSON.stringify(value))) names.set(JSON.stringify(value), name)
  }
  const components = new Map<string, unknown>()

  const toRef = (name: string, schema: object): { $ref: string } => {
    if (!components.has(name)) {
      // Held first, so that a schema that contains itself ends here.
      components.set(name, undefined)
      components.set(name, copy(schema))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const copy = (value: object): object =>
    Array.isArray(value)
      ? value.map(refer)
      : bounded(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)])))
  const refer = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = isObjectSchema(value) ? names.get(JSON.stringify(value)) : undefined
    return name === undefined ? copy(value) : toRef(name, value)
  }
  return {
    refer,
    referAs(name, schema) {
      const known = refer(schema)
      return isReference(known) ? known : toRef(name, schema)
    },
    collected: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

const isReference = (value: unknown): boolean => typeof value === 'object' && value !== null && '$ref' in value

/** Integers on the wire are those JSON carries exactly (RFC 8259 section 6); generators of clients need their width. */
function bounded(schema: Record<string, unknown>): Record<string, unknown> {
  if (![schema.type].flat().includes('integer')) return schema
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
  const isSmall = Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31
  return { ...schema, format: isSmall ? 'int32' : 'int64', minimum, maximum }
}
