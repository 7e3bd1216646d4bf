import type { TSchema } from 'typebox'
import * as contract from '../index.ts'
import { sharedSchemas } from './shared-schemas.ts'

/**
 * Names for schemas: every object schema the contract exports, and every schema of `sharedSchemas`, becomes a component,
 * and is referred to wherever it occurs. A description of its own stays beside the reference (OpenAPI 3.1).
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
  const names = namesOfSchemas()
  const components = new Map<string, unknown>()

  const toRef = (name: string, schema: object): Reference => {
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
      : nullable(bounded(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]))))
  const refer = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return deepCopy(value)
    const named = names.get(shapeOf(value))
    if (named === undefined) return copy(value)
    const { description } = value as Described
    const reference = toRef(named.name, named.schema)
    return description === undefined || description === named.schema.description
      ? reference
      : { ...reference, description }
  }
  const deepCopy = (value: unknown): unknown => (Array.isArray(value) ? copy(value) : value)
  return {
    refer,
    referAs(name, schema) {
      const known = refer(schema)
      return isReference(known) ? known : toRef(name, schema)
    },
    collected: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

interface Described {
  readonly description?: string
}

interface Reference {
  readonly $ref: string
}

interface NamedSchema {
  readonly name: string
  readonly schema: TSchema & Described
}

/** A schema without its description: schemas of one shape are one component. */
const shapeOf = ({ description: _, ...shape }: Described): string => JSON.stringify(shape)

function namesOfSchemas(): ReadonlyMap<string, NamedSchema> {
  const names = new Map<string, NamedSchema>()
  for (const [name, schema] of [...Object.entries(contract), ...Object.entries(sharedSchemas)]) {
    const isNamed = isObjectSchema(schema) || name in sharedSchemas
    if (isNamed && !names.has(shapeOf(schema as TSchema))) names.set(shapeOf(schema as TSchema), { name, schema })
  }
  return names
}

/** `null` of a simple value is one more type, which is shorter than a union. The description is that of the member. */
function nullable(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema
  const [value, nothing, ...others] = Array.isArray(anyOf) ? (anyOf as Record<string, unknown>[]) : []
  if (value === undefined || nothing?.type !== 'null' || others.length > 0) return schema
  const { description = value.description } = rest
  const described = description === undefined ? {} : { description }
  if (typeof value.type !== 'string' || value.type === 'object' || value.type === 'array') {
    const { description: _, ...bare } = value
    return { ...described, ...rest, anyOf: [bare, nothing] }
  }
  const values = Array.isArray(value.enum) ? { enum: [...(value.enum as unknown[]), null] } : {}
  return { ...value, ...rest, ...described, type: [value.type, 'null'], ...values }
}

const isReference = (value: unknown): boolean => typeof value === 'object' && value !== null && '$ref' in value

/** Integers on the wire are those JSON carries exactly (RFC 8259 section 6); generators of clients need their width. */
function bounded(schema: Record<string, unknown>): Record<string, unknown> {
  if (![schema.type].flat().includes('integer')) return schema
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
  const isSmall = Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31
  return { ...schema, format: isSmall ? 'int32' : 'int64', minimum, maximum }
}
