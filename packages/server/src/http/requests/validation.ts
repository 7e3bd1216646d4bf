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
import { type BodyRules, type PartOfBody, removeAt } from './body-rules.ts'

/** Checks requests against the operation's schemas and answers all problems at once, each with its fix. */

export interface RequestValidator {
  /** Coerced and completed with defaults; throws `invalid_parameter` or the operation's `notFound`. */
  parameters(query: unknown, params: unknown): { query: unknown; params: unknown }
  /** Throws `validation_failed` if the schema refuses the body, also with what the rules find in the rest. */
  body(body: unknown, rules?: BodyRules): void
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
  // Rules can be applied to what is there.
  const part = compileLater(strictAjv, operation.body && { ...operation.body, required: [] })
  return {
    parameters(rawQuery, rawParams) {
      // An id that has not even the form of one names nothing.
      if (params && !params()(rawParams)) throw new AppError(operation.notFound ?? 'not_found')
      // Nor does one that PostgreSQL cannot look for. An operation that finds nothing by it checks it itself.
      if (operation.notFound && hasNul(Object.values(rawParams as object))) throw new AppError(operation.notFound)
      const copy = { ...(rawQuery as Record<string, unknown>) }
      refuseNul(copy)
      checkParameters(query, copy)
      if (!query && Object.keys(copy).length > 0)
        throw new AppError('invalid_parameter', {
          errors: Object.keys(copy).map((name) => ({ pointer: cut(name), ...unknownParameter(name, 'Remove it.') })),
        })
      return { query: copy, params: rawParams }
    },
    body(value, rules) {
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
      if (!operation.body || !body || !part) return
      const refused = unique(findInvalid(operation.body, body(), value).map(fieldError))
      if (refused.length === 0) return
      const isFull = refused.length >= maxErrors
      const broken = rules === undefined || isFull ? [] : findBroken(rules, { value, refused, part })
      throw new AppError('validation_failed', { errors: [...refused, ...broken].slice(0, maxErrors) })
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
const hasNul = (values: readonly unknown[]): boolean => values.some((value) => String(value).includes('\0'))

function refuseNul(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query).filter((name) => hasNul([query[name]].flat()))
  if (names.length === 0) return
  throw new AppError('invalid_parameter', {
    errors: names.map((name) => ({ pointer: name, code: 'nul', detail: 'The value contains the character U+0000.' })),
  })
}

/** A list that is too long is not looked into: its items would be checked one by one for nothing. */
function findInvalid(schema: object, validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  const long = findLongLists(schema, value, '')
  if (long.length === 0) return findErrors(validate, value)
  const short = structuredClone(value)
  const places = new Set(long.map(({ instancePath }) => instancePath))
  for (const place of places) removeAt(short, place)
  return [...long, ...findErrors(validate, short).filter((error) => !places.has(pointerOf(error)))].slice(0, maxErrors)
}

const findErrors = (validate: ValidateFunction, value: unknown): readonly ErrorObject[] =>
  validate(value) ? [] : (validate.errors ?? []).filter(isTelling).slice(0, maxErrors)

interface Refusal {
  readonly value: unknown
  readonly refused: readonly FieldError[]
  readonly part: Compiled
}

/** What rules refuse, except where the schema already refuses something. */
function findBroken(rules: BodyRules, { value, refused, part }: Refusal): readonly FieldError[] {
  const places = refused.map(({ pointer }) => pointer)
  const valid = findValidPart(rules, part(), structuredClone(value))
  if (valid === undefined) return []
  const isRefused = (pointer: string): boolean => places.some((place) => isWithin(place, pointer))
  return rules.check({ value: valid, refused: places }).filter(({ pointer }) => !isRefused(pointer))
}

/** One of them is the other, or contains it. */
const isWithin = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

/** A member can be invalid because of what it contains, and that because of its members. */
const maxRounds = 10

/** `value` without its invalid members, which it loses. Undefined if nothing is left. */
function findValidPart(
  { complete = (body) => body }: BodyRules,
  validate: ValidateFunction,
  value: unknown,
): PartOfBody['value'] | undefined {
  if (!isObject(value)) return undefined
  let part: object = value
  for (let round = 0; round < maxRounds; round++) {
    part = complete(part)
    if (validate(part)) return part as PartOfBody['value']
    for (const error of validate.errors ?? []) removeAt(part, placeOf(error))
  }
  return undefined
}

/** What must go: an object that lacks a member, or a member that is unknown or invalid. */
const placeOf = (error: ErrorObject): string => (error.keyword === 'required' ? error.instancePath : pointerOf(error))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

function checkParameters(compiled: Compiled | undefined, value: unknown): void {
  const errors = compiled === undefined ? [] : findErrors(compiled(), value).map(parameterError)
  if (errors.length > 0) throw new AppError('invalid_parameter', { errors: unique(errors) })
}

// The branches of a union report once each; the union itself is reported by its branches.
const isTelling = ({ keyword }: ErrorObject): boolean => !['anyOf', 'oneOf', 'if', 'allOf'].includes(keyword)

const unique = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(dropEchoes(errors).map((error) => [`${error.pointer}\0${error.code}\0${error.detail}`, error])).values(),
]

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const fieldError = (error: ErrorObject): FieldError => ({ pointer: cut(pointerOf(error)), ...explainInvalid(error) })

function pointerOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>
  const member = missingProperty ?? additionalProperty
  return member === undefined ? instancePath : `${instancePath}/${escapePointer(member)}`
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
