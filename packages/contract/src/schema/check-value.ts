import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Check, Errors } from 'typebox/value'
import type { FieldError } from '../errors/errors.ts'
import { dropEchoes, explainInvalid } from '../errors/explain-invalid.ts'

/**
 * Values against schemas of the contract, before they are sent. A separate entry: most code that needs a schema checks
 * nothing.
 */

/**
 * Every problem of `value`, each with a JSON Pointer (RFC 6901), the hub's own words and a fix where one is known; about
 * `most` of them. Pure.
 */
export function checkValue(schema: object, value: unknown, most = 1_000): readonly FieldError[] {
  // By default the library stops after the first few.
  Settings.Set({ maxErrors: most })
  const problems = Errors(schema as TSchema, value)
    // Each unknown member comes alone before all come together, which is after the last reported error.
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .flatMap(({ keyword, params, instancePath, schemaPath, message }): readonly FieldError[] => {
      const schemaPointer = schemaPath.slice(1)
      if (keyword === 'boolean') return [unknownMember(schema, schemaPointer, instancePath)]
      const place = {
        keyword,
        message,
        data: valueAt(value, instancePath),
        parentSchema: valueAt(schema, schemaPointer) as object,
      }
      return membersOf(namePair(params, place.data)).map(([member, single]) => {
        const pointer = member === undefined ? instancePath : `${instancePath}/${escapeName(member)}`
        return { pointer, ...explainInvalid({ ...place, params: single }) }
      })
    })
  const told = dropEchoes(problems)
  // Whether a value is let through never hangs on how its errors are put into words.
  return told.length > 0 || Check(schema as TSchema, value) ? told : [unexplained]
}

const unexplained: FieldError = {
  pointer: '',
  code: 'invalid',
  detail: 'The value does not match the schema.',
}

/** The only schema of the contract that refuses everything is that of unknown members. */
function unknownMember(schema: object, schemaPointer: string, pointer: string): FieldError {
  const parentSchema = valueAt(schema, schemaPointer.replace(/\/additionalProperties$/, '')) as object
  const params = { additionalProperty: unescapeName(pointer.slice(pointer.lastIndexOf('/') + 1)) }
  return { pointer, ...explainInvalid({ keyword: 'additionalProperties', params, parentSchema }) }
}

/** The library lists every repeated entry; the words are about the first and the one that it repeats. */
function namePair(params: object, given: unknown): object {
  const { duplicateItems } = params as Record<string, readonly number[] | undefined>
  const [i] = duplicateItems ?? []
  if (i === undefined || !Array.isArray(given)) return params
  const texts = given.map((item) => JSON.stringify(item))
  return { i, j: texts.indexOf(texts[i] ?? '') }
}

/** Several missing members come as one error; each gets its own line. */
function membersOf(params: object): readonly (readonly [member: string | undefined, params: object])[] {
  const { requiredProperties } = params as Record<string, readonly string[] | undefined>
  if (requiredProperties) return requiredProperties.map((name) => [name, { missingProperty: name }] as const)
  return [[undefined, params]]
}

function valueAt(root: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[unescapeName(name)],
    root,
  )
}

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
