import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Errors } from 'typebox/value'
import type { FieldError } from './errors.ts'
import { explainInvalid } from './explain-invalid.ts'

/** Values against schemas of the contract, before they are sent. An entry of its own: most of who needs a schema checks nothing. */

/** Every problem of `value`, each with a JSON Pointer (RFC 6901), the hub's own words and a fix where one is known. Pure. */
export function problemsOf(schema: object, value: unknown): readonly FieldError[] {
  // By default the library stops after the first few.
  Settings.Set({ maxErrors: 1_000 })
  const problems = Errors(schema as TSchema, value)
    .filter(({ keyword }) => keyword !== 'boolean')
    .flatMap(({ keyword, params, instancePath, schemaPath, message }) => {
      const place = {
        keyword,
        message,
        data: valueAt(value, instancePath),
        parentSchema: valueAt(schema, schemaPath.slice(1)) as object,
      }
      return membersOf(params).map(([member, single]): FieldError => {
        const pointer = member === undefined ? instancePath : `${instancePath}/${escapeName(member)}`
        return { pointer, ...explainInvalid({ ...place, params: single }) }
      })
    })
  return withoutEchoes(problems)
}

/** Several missing or unknown members come as one error; each gets a line of its own. */
function membersOf(params: object): readonly (readonly [member: string | undefined, params: object])[] {
  const { requiredProperties, additionalProperties } = params as Record<string, readonly string[] | undefined>
  if (requiredProperties) return requiredProperties.map((name) => [name, { missingProperty: name }] as const)
  if (additionalProperties) return additionalProperties.map((name) => [name, { additionalProperty: name }] as const)
  return [[undefined, params]]
}

/** A value that fails a list of choices or a format fails its type and pattern too, which says less. */
const saysMore: Readonly<Record<string, string>> = { type: 'enum', pattern: 'format' }

const withoutEchoes = (problems: readonly FieldError[]): readonly FieldError[] =>
  problems.filter(
    ({ pointer, code }) =>
      !problems.some((other) => other.pointer === pointer && other.code === saysMore[code] && other.code !== code),
  )

function valueAt(root: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  )
}

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
