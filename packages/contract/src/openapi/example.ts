import type { TSchema } from 'typebox'

/** A small value that fits a schema: its own example if it has one, else the required members only. */

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T08:00:00.000Z',
  date: '2026-11-20',
  uri: 'https://hub.example/docs',
  'uri-reference': '/docs',
  email: 'ada@label.example',
}

/** The example of a schema as the OpenAPI document shows it. */
export const exampleOf = (schema: TSchema): unknown => exampleIn(schema as JsonSchema)

function exampleIn(schema: JsonSchema): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf?.[0]) return exampleIn(schema.anyOf[0])
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleIn))
  return valueOfType(schema)
}

function valueOfType(schema: JsonSchema): unknown {
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleIn(schema.properties?.[name] ?? { type: 'string' })]),
      )
    case 'array':
      return schema.items && schema.minItems !== 0 ? [exampleIn(schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return text(schema)
  }
}

function text({ format, pattern, maxLength }: JsonSchema): string {
  if (format !== undefined && formats[format] !== undefined) return formats[format]
  // Digests are the one kind of patterned text that carries no example.
  if (pattern?.includes('0-9a-f')) return 'sha256:'.concat('0'.repeat(64)).slice(-(maxLength ?? 64))
  return 'text'.slice(0, maxLength ?? 4)
}
