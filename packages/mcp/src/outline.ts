import type { JsonObjectSchema } from './tool.ts'

/**
 * A schema of the contract as agents see it: the same members and types with fewer words, because every agent pays for
 * each of them in each conversation. It never refuses what the contract takes; the contract itself checks the call.
 */

type Json = Readonly<Record<string, unknown>>

/** Told by the error when they matter, or of no use to whoever fills a form. */
const unspoken = new Set(['examples', 'minLength', 'maxLength', 'maxItems', 'maxProperties', 'propertyNames'])
/** Their members are names chosen by the contract, not keywords. */
const maps = new Set(['properties', '$defs'])

/** The short form of an object schema; plain data. */
export const outline = (schema: object): JsonObjectSchema => outlineOf(schema as Json) as JsonObjectSchema

function outlineOf(schema: Json): Json {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (unspoken.has(keyword) || (keyword === 'pattern' && !tellsWords(value))) return []
    if (keyword === 'description') return described(String(value))
    if (maps.has(keyword)) return [[keyword, mapValues(value as Json, outlineOf)]]
    return [[keyword, outlineValue(value)]]
  })
  return Object.fromEntries(kept)
}

function outlineValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outlineValue)
  return typeof value === 'object' && value !== null ? outlineOf(value as Json) : value
}

const mapValues = (map: Json, change: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value as Json)]))

/** A choice of words is worth telling; other patterns are told by what they are for. */
const tellsWords = (pattern: unknown): boolean => /^\^\([a-z_|]+\|/.test(String(pattern))

/** Without the names of the fields of ERN, which matter to whoever maps to them. */
function described(description: string): [string, unknown][] {
  const words = description
    .split(/; |\. /)
    .filter((part) => !/^ERN\b/.test(part))
    .join('; ')
  return words === '' ? [] : [['description', words]]
}

/** Members by name and type only, for a patch of what another tool shows in full. */
export function shallow(schema: object): object {
  const { type, properties, additionalProperties, description } = schema as Json
  const members = mapValues(properties as Json, ({ type, enum: choices, format }) => ({
    type,
    ...(choices === undefined ? {} : { enum: choices }),
    ...(format === undefined ? {} : { format }),
  }))
  return { type, description, properties: members, additionalProperties }
}
