import { checkValue } from '@spindle/contract/check'
import { exampleOf } from '../../../contract/src/openapi/example.ts'

/** Answers as tests write them: what a test sets, and the examples of the contract for everything else. */

/** Any part of a value; what is left out is filled in. Ids are any text here: the schema looks at them. */
export type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Part<T[Name]> | undefined }
    : T extends string
      ? Record<never, never> extends Record<T, 1>
        ? string
        : T
      : T

type Described = Parameters<typeof exampleOf>[0]

interface Schema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly examples?: readonly unknown[]
}

/** A value of the schema with everything that was given. Further items of a list get their own ids. */
export function fillAnswer(schema: object, given: unknown): unknown {
  const known = schema as Schema
  if (given === undefined) return withoutMore(exampleOf(schema as Described))
  if (given === null || typeof given !== 'object') return given
  if (known.anyOf) return fillChoice(known.anyOf, given)
  if (Array.isArray(given)) return given.map((item, index) => numbered(known.items ?? {}, item, index))
  return fillObject(known, given)
}

/** The example of a list is its last page: another one after it would be requested. */
function withoutMore(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(withoutMore)
  const members = Object.entries(value).map(([name, member]) => [name, withoutMore(member)])
  const isPage = 'limit' in value && 'nextCursor' in value
  return { ...Object.fromEntries(members), ...(isPage && { nextCursor: null, hasMore: false }) } as object
}

function fillObject(schema: Schema, given: object): object {
  const { properties = {}, additionalProperties, patternProperties = {} } = schema
  const others =
    typeof additionalProperties === 'object' ? additionalProperties : (Object.values(patternProperties)[0] ?? {})
  const base = withoutMore(exampleOf(schema as Described)) as object
  const members = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, fillAnswer(properties[name] ?? others, value)] as const],
  )
  return { ...base, ...Object.fromEntries(members) }
}

/** The first of several forms that what was given fits. */
function fillChoice(forms: readonly Schema[], given: object): unknown {
  const isList = Array.isArray(given)
  const filled = forms
    .filter(({ type, anyOf }) => anyOf !== undefined || type === (isList ? 'array' : 'object'))
    .map((form) => ({ form, value: fillAnswer(form, given) }))
  return (filled.find(({ form, value }) => checkValue(form, value, 1).length === 0) ?? filled[0])?.value ?? given
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function numbered(schema: Schema, given: unknown, index: number): unknown {
  const item = fillAnswer(schema, given)
  const id = (schema.properties?.id?.examples ?? [])[0]
  if (index === 0 || typeof id !== 'string' || !(item instanceof Object) || 'id' in (given as object)) return item
  return { ...item, id: id.slice(0, -2) + (digits[index >> 5] ?? '') + (digits[index & 31] ?? '') }
}
