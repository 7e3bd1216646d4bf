import fc from 'fast-check'
import type { Random } from '../../harness/random.ts'

/** Valid values of the contract's schemas, and mutations of them. */

type Schema = {
  readonly [member: string]: unknown
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Ids that exist, by prefix, so that requests reach beyond the look-up; `ready` are uploads a release may refer to. */
export type KnownIds = Readonly<Record<string, readonly string[]>>

export function sampleOf(schema: object, random: Random, ids: KnownIds): unknown {
  const { type, enum: allowed, const: constant, anyOf, examples } = schema as Schema
  if (constant !== undefined) return constant
  if (allowed) return random.pick(allowed)
  if (anyOf) return sampleOf(random.pick(anyOf), random, ids)
  if (examples && type !== 'string' && random.chance(0.1)) return random.pick(examples)
  switch (type) {
    case 'object':
      return sampleObject(schema as Schema, random, ids)
    case 'array':
      return sampleArray(schema as Schema, random, ids)
    case 'string':
      return sampleString(schema as Schema, random, ids)
    case 'integer':
    case 'number':
      return sampleNumber(schema as Schema, random)
    case 'boolean':
      return random.chance(0.5)
    default:
      return null
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, random: Random, ids: KnownIds): object {
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.chance(0.4))
  // Any text is accepted as the id of an upload, so its schema does not show which prefix it has.
  const sample = (name: string): unknown =>
    /uploadId$/i.test(name) && random.chance(0.9)
      ? random.pick((random.chance(0.9) ? ids.ready : ids.upl) ?? [''])
      : sampleOf(properties[name] ?? {}, random, ids)
  return Object.fromEntries(names.map((name) => [name, sample(name)]))
}

function sampleArray({ items = {}, minItems = 0, maxItems = 4 }: Schema, random: Random, ids: KnownIds): unknown[] {
  const length = random.integer(minItems, Math.max(minItems, Math.min(maxItems, 3)))
  return Array.from({ length }, () => sampleOf(items, random, ids))
}

function sampleString(
  { pattern, format, examples, minLength = 0, maxLength = 40 }: Schema,
  random: Random,
  ids: KnownIds,
): string {
  const prefix = /^\^(\w{3})_\[/.exec(pattern ?? '')?.[1]
  if (prefix !== undefined) {
    const known = ids[prefix] ?? []
    return known.length > 0 && random.chance(0.8) ? random.pick(known) : `${prefix}_${upperWord(random, 26)}`
  }
  if (examples && random.chance(0.5)) return String(random.pick(examples))
  if (format === 'date-time') return new Date(random.integer(0, 2_000_000_000) * 1_000).toISOString()
  if (format === 'date') return new Date(random.integer(0, 2_000_000_000) * 1_000).toISOString().slice(0, 10)
  if (pattern !== undefined) return random.pick(matching(pattern))
  return random.chance(0.3)
    ? odd(random).slice(0, maxLength)
    : random.word(random.integer(Math.max(1, minLength), Math.max(1, Math.min(maxLength, 30))))
}

function sampleNumber({ minimum = -1_000, maximum = 1_000_000, type }: Schema, random: Random): number {
  if (random.chance(0.3)) return random.pick([minimum, maximum])
  const value = random.integer(minimum, Math.min(maximum, minimum + 100_000))
  return type === 'number' ? value + 0.5 : value
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const upperWord = (random: Random, length: number): string =>
  Array.from({ length }, () => crockford[random.integer(0, 31)]).join('')

const matches = new Map<string, string[]>()

/** Generating strings for a pattern is slow, so each pattern's are made once. */
function matching(pattern: string): string[] {
  const known = matches.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 30, seed: 1 })
  matches.set(pattern, known)
  return known
}

const oddities = [
  '',
  ' ',
  '\u0000',
  '\u0007\u001b[31m',
  '\ud800',
  '\u202Eexe.wav',
  '../../etc/passwd',
  "'; drop table releases; --",
  '<script>alert(1)</script>',
  '%s%n%x',
  '#{7*7}{{7*7}}',
  'ｆｕｌｌｗｉｄｔｈ',
  '👩‍👩‍👧‍👦'.repeat(20),
  'é'.repeat(300),
  'e\u0301'.repeat(100),
  'null',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  'true',
  '[]',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(70_000),
  '2026-02-31',
  '2026-13-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00.000Z',
  'rel_',
  'upl_00000000000000000000000000',
]
/** A string that has broken software before. */
export const odd = (random: Random): string => random.pick(oddities)

const wrongValues = (random: Random): unknown =>
  random.pick([
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 63),
    1e308,
    '',
    odd(random),
    [],
    {},
    [[]],
    [null],
    { a: { b: {} } },
    nested(random.integer(1, 40)),
  ])

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : random50(depth) ? [nested(depth - 1)] : { a: nested(depth - 1) }
const random50 = (depth: number): boolean => depth % 2 === 0

/** The value with one thing changed somewhere inside. */
export function mutate(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random.chance(0.2)) return wrongValues(random)
  if (Array.isArray(value)) return mutateArray(value, random)
  const members = Object.entries(value)
  const change = random.pick(['remove', 'add', 'replace', 'inside', 'inside', 'rename'])
  const at = members.length === 0 ? 0 : random.integer(0, members.length - 1)
  const [name = '', inner] = members[at] ?? []
  if (change === 'add')
    return {
      ...value,
      [random.pick(['id', 'status', 'accountId', 'account_id', 'constructor', 'permissions', odd(random)])]:
        wrongValues(random),
    }
  const rest = Object.fromEntries(members.filter((_, index) => index !== at))
  if (change === 'remove') return rest
  if (change === 'rename') return { ...rest, [name.toUpperCase()]: inner }
  return { ...value, [name]: change === 'replace' ? wrongValues(random) : mutate(inner, random) }
}

function mutateArray(value: readonly unknown[], random: Random): unknown[] {
  const change = random.pick(['empty', 'double', 'insert', 'inside', 'inside', 'many'])
  if (change === 'empty' || value.length === 0) return []
  if (change === 'double') return [...value, ...value]
  if (change === 'insert') return [...value, wrongValues(random)]
  if (change === 'many') return Array.from({ length: random.integer(100, 1_200) }, () => value[0])
  const at = random.integer(0, value.length - 1)
  return value.map((item, index) => (index === at ? mutate(item, random) : item))
}

/** JSON text that no JavaScript value can express. */
export const brokenJson = (text: string, random: Random): string =>
  random.pick([
    '',
    ' ',
    '{',
    text.slice(0, Math.floor(text.length / 2)),
    `${text}}`,
    `${text}${text}`,
    `\ufeff${text}`,
    text.replace('{', '{"__proto__":{"isAdmin":true},'),
    text.replace('{', '{"title":"a","title":"b",'),
    text.replaceAll('"', "'"),
    text.replace(/[}\]]$/, ',$&'),
    '{"title":"\\ud800"}',
    '{"title":"\\u0000"}',
    '{"title":01}',
    '{"title":1e999999}',
    '[1,2',
    'null',
    '"text"',
    '0',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `{"a":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`,
    'a'.repeat(random.integer(1, 3_000)),
    '\xff\xfe\xfd',
  ])
