import {
  AppError,
  dropEchoes,
  type Explanation,
  explainInvalid,
  type FieldError,
  type Operation,
} from '@spindle/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Checks requests against the operation's schemas and answers all problems at once, each with its fix. */

export interface RequestValidator {
  /** Coerced and completed with defaults; throws `invalid_parameter` or the operation's `notFound`. */
  parameters(query: unknown, params: unknown): { query: unknown; params: unknown }
  /** Throws `validation_failed`. */
  body(body: unknown): void
  /** What the first request would wait for. */
  compile(): void
}

const options = { allErrors: true, strict: false, useDefaults: true, verbose: true } as const
const strictAjv = new Ajv2020({ ...options, useDefaults: false })
const coercingAjv = new Ajv2020({ ...options, coerceTypes: true })
formats.default(strictAjv)
formats.default(coercingAjv)

const validators = new WeakMap<Operation, RequestValidator>()

export function requestValidator(operation: Operation): RequestValidator {
  const validator = validators.get(operation) ?? makeValidator(operation)
  validators.set(operation, validator)
  return validator
}

function makeValidator(operation: Operation): RequestValidator {
  const query = compileLater(coercingAjv, operation.query && { ...operation.query, additionalProperties: false })
  const params = compileLater(strictAjv, operation.params)
  const body = compileLater(strictAjv, operation.body)
  return {
    parameters(rawQuery, rawParams) {
      // An id that has not even the form of one names nothing.
      if (params && !params()(rawParams)) throw new AppError(operation.notFound ?? 'not_found')
      const copy = { ...(rawQuery as Record<string, unknown>) }
      refuseNul(copy)
      check(query, copy, 'invalid_parameter', parameterError)
      if (!query && Object.keys(copy).length > 0)
        throw new AppError('invalid_parameter', {
          errors: Object.keys(copy).map((name) => ({ pointer: cut(name), ...unknownParameter(name, 'Remove it.') })),
        })
      return { query: copy, params: rawParams }
    },
    body(value) {
      if (body && value === undefined)
        throw new AppError('validation_failed', {
          errors: [
            {
              pointer: '',
              code: 'required',
              detail: 'The request requires a JSON body.',
              fix: 'Send a JSON object with Content-Type: application/json.',
            },
          ],
        })
      if (operation.body) refuseLongLists(operation.body, value)
      check(body, value, 'validation_failed', fieldError)
    },
    compile() {
      for (const compiled of [query, params, body]) compiled?.()
    },
  }
}

/** More would not be read, and describing them is work. */
const maxErrors = 100

/** What the problem document's schema promises; the names in requests can be of any length. */
const maxPointer = 500

/** PostgreSQL stores no NUL; the body parser refuses it in bodies. */
function refuseNul(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query).filter((name) => [query[name]].flat().some((value) => String(value).includes('\0')))
  if (names.length === 0) return
  throw new AppError('invalid_parameter', {
    errors: names.map((name) => ({ pointer: name, code: 'nul', detail: 'The value contains the character U+0000.' })),
  })
}

/** A list that is too long is not looked into: its items would be checked one by one for nothing. */
function refuseLongLists(schema: object, value: unknown): void {
  const errors = findLongLists(schema, value, '')
  if (errors.length > 0) throw new AppError('validation_failed', { errors: errors.slice(0, maxErrors).map(fieldError) })
}

type SizedSchema = { maxItems?: number; items?: object; properties?: Record<string, object> }

function findLongLists(schema: SizedSchema, value: unknown, instancePath: string): ErrorObject[] {
  if (Array.isArray(value)) {
    const { maxItems: limit = Number.POSITIVE_INFINITY, items } = schema
    if (value.length > limit)
      return [{ keyword: 'maxItems', instancePath, schemaPath: '', params: { limit }, schema: limit, data: value }]
    return items === undefined
      ? []
      : value.flatMap((item, index) => findLongLists(items, item, `${instancePath}/${index}`))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    findLongLists(member, (value as Record<string, unknown>)[name], `${instancePath}/${escapePointer(name)}`),
  )
}

const cut = (pointer: string): string => pointer.slice(0, maxPointer)

const unknownParameter = (name: string, fix: string | undefined): Explanation => ({
  code: 'unknown_parameter',
  detail: `This operation has no query parameter "${name.slice(0, 64)}".`,
  ...(fix === undefined ? {} : { fix }),
})

type Compiled = () => ValidateFunction

/** With the first request that needs it: compiling every schema would be a third of the hub's start. */
function compileLater(ajv: Ajv2020, schema: object | undefined): Compiled | undefined {
  if (!schema) return undefined
  let compiled: ValidateFunction | undefined
  return () => {
    compiled ??= ajv.compile(schema)
    return compiled
  }
}

function check(
  compiled: Compiled | undefined,
  value: unknown,
  code: 'invalid_parameter' | 'validation_failed',
  describe: (error: ErrorObject) => FieldError,
): void {
  const validate = compiled?.()
  if (!validate || validate(value)) return
  const errors = (validate.errors ?? []).filter(isTelling).slice(0, maxErrors).map(describe)
  throw new AppError(code, { errors: unique(errors) })
}

// The branches of a union report once each; the union itself is reported by its branches.
const isTelling = ({ keyword }: ErrorObject): boolean => !['anyOf', 'oneOf', 'if', 'allOf'].includes(keyword)

const unique = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(dropEchoes(errors).map((error) => [`${error.pointer}\0${error.code}\0${error.detail}`, error])).values(),
]

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function fieldError(error: ErrorObject): FieldError {
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>
  const member = missingProperty ?? additionalProperty
  const pointer = member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(member)}`
  return { pointer: cut(pointer), ...explainInvalid(error) }
}

/** Parameters are named, not pointed to, and have no type before they are read. */
function parameterError(error: ErrorObject): FieldError {
  const { additionalProperty: unknown, type } = error.params as Record<string, string | undefined>
  if (unknown !== undefined) return { pointer: cut(unknown), ...unknownParameter(unknown, explainInvalid(error).fix) }
  const { pointer, ...explanation } = fieldError(error)
  return { pointer: pointer.slice(1), ...(type === undefined ? explanation : unreadable(type, error.data)) }
}

function unreadable(type: string, given: unknown): Explanation {
  if (Array.isArray(given)) return { code: 'type', detail: 'Must be given only once.', fix: 'Send it only once.' }
  if (type === 'boolean') return { code: 'type', detail: 'Must be true or false.' }
  return { code: 'type', detail: type === 'integer' ? 'Must be a whole number.' : `Must be a ${type}.` }
}
