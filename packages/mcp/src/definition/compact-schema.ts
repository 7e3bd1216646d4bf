/**
 * A schema of the contract as agents see it: the same members and types with fewer words, because every agent pays for
 * each of them in each conversation. It never refuses what the contract takes; the contract itself checks the call.
 */

export interface JsonObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

type Json = Readonly<Record<string, unknown>>

/** Left out: errors state them when they matter, or they are of no use for filling a form. */
const unspoken = new Set([
  'examples',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'minimum',
  'maximum',
  'maxItems',
  'maxProperties',
  'propertyNames',
  'uniqueItems',
])
/** Their members are names chosen by the contract, not keywords. */
const maps = new Set(['properties', '$defs'])

/** The short form of an object schema; plain data. */
export const compactSchema = (schema: object): JsonObjectSchema =>
  withoutRepeats(compactPart(schema as Json), '', new Map()) as JsonObjectSchema

function compactPart(schema: Json): Json {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (unspoken.has(keyword)) return []
    if (keyword === 'description') return described(String(value))
    if (maps.has(keyword)) return [[keyword, mapValues(value as Json, compactPart)]]
    return [[keyword, outlineValue(value)]]
  })
  return Object.fromEntries(kept)
}

function outlineValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outlineValue)
  return typeof value === 'object' && value !== null ? compactPart(value as Json) : value
}

const mapValues = (map: Json, change: (value: Json, name: string) => Json): Json =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value as Json, name)]))

/** The first sentence without the names of ERN's fields, which matter for mapping to ERN. */
function described(description: string): [string, unknown][] {
  const sentences = description.split('. ').map((sentence) => sentence.split('; ').filter(isPlain).join('; '))
  const first = sentences.find((sentence) => sentence !== '')
  return first === undefined ? [] : [['description', first]]
}

/** Names of fields elsewhere, and what the name or the format of the member already shows. */
const isPlain = (part: string): boolean => !/^(ERN|MEAD) |^Id of an? |^Instant in UTC/.test(part)

const worthNaming = 120

interface Shown {
  readonly path: string
  readonly description: unknown
}

/** A shape that was written out before is named by its place, e.g. `as release.contributors`. */
function withoutRepeats(schema: Json, path: string, seen: Map<string, Shown>): Json {
  const { description, ...shape } = schema
  const text = JSON.stringify(shape)
  const before = seen.get(text)
  if (before !== undefined) {
    const own = description === before.description ? undefined : description
    return { type: schema.type, description: [own, `as ${before.path}`].filter(Boolean).join('; ') }
  }
  // An array keeps its items, because some clients refuse one without.
  if (text.length > worthNaming && schema.type === 'object') seen.set(text, { path, description })
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const { properties, items } = schema as { readonly properties?: Json; readonly items?: Json }
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, (part, name) => withoutRepeats(part, at(name), seen)) }),
    ...(items && { items: withoutRepeats(items, `${path}[]`, seen) }),
  }
}

/** Members by name and type only, for a patch of what another tool shows in full. */
export function shallowSchema(schema: object): object {
  const { type, properties, additionalProperties, description } = schema as Json
  const members = mapValues(properties as Json, ({ type, enum: choices, format, items }) => ({
    type,
    ...(choices === undefined ? {} : { enum: choices }),
    ...(format === undefined ? {} : { format }),
    ...(items === undefined ? {} : { items: { type: (items as Json).type } }),
  }))
  return { type, description, properties: members, additionalProperties }
}
