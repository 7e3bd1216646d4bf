import { AppError, type FieldError, type Operation } from '@spindle/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { nearestOf } from '../platform/nearest.ts'

/** Checks requests against the operation's schemas and answers all problems at once, each with its fix. */

export interface Validator {
  /** Coerced and completed with defaults; throws `invalid_parameter` or `not_found`. */
  parameters(query: unknown, params: unknown): { query: unknown; params: unknown }
  /** Throws `validation_failed`. */
  body(body: unknown): void
}

const options = { allErrors: true, strict: false, useDefaults: true, messages: true } as const
const strictAjv = new Ajv2020({ ...options, useDefaults: false })
const coercingAjv = new Ajv2020({ ...options, coerceTypes: true })
formats.default(strictAjv)
formats.default(coercingAjv)

export function createValidator(operation: Operation): Validator {
  const query = compileLater(coercingAjv, operation.query && { ...operation.query, additionalProperties: false })
  const params = compileLater(strictAjv, operation.params)
  const body = compileLater(strictAjv, operation.body)
  return {
    parameters(rawQuery, rawParams) {
      // An id that has not even the form of one names nothing.
      if (params && !params()(rawParams))
        throw new AppError(operation.errors.find((code) => /_not_found$|_missing$/.test(code)) ?? 'not_found')
      const copy = { ...(rawQuery as Record<string, unknown>) }
      refuseNul(copy)
      check(query, copy, 'invalid_parameter', (pointer) => pointer.slice(1))
      if (!query && Object.keys(copy).length > 0)
        throw new AppError('invalid_parameter', { errors: Object.keys(copy).map(unknownParameter) })
      return { query: copy, params: rawParams }
    },
    body(value) {
      if (body && value === undefined)
        throw new AppError('validation_failed', {
          errors: [
            {
              pointer: '',
              code: 'required',
              detail: 'The request needs a JSON body.',
              fix: 'Send a JSON object with Content-Type: application/json.',
            },
          ],
        })
      check(body, value, 'validation_failed', (pointer) => pointer)
    },
  }
}

/** What the problem document's schema promises; the names in requests can be of any length. */
const maxPointer = 500

/** PostgreSQL stores no NUL; the body parser refuses it in bodies. */
function refuseNul(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query).filter((name) => [query[name]].flat().some((value) => String(value).includes('\0')))
  if (names.length === 0) return
  throw new AppError('invalid_parameter', {
    errors: names.map((name) => ({ pointer: name, code: 'nul', detail: 'The value holds the character U+0000.' })),
  })
}

const unknownParameter = (name: string): FieldError => ({
  pointer: name.slice(0, maxPointer),
  code: 'unknown_parameter',
  detail: `This operation has no query parameter "${name.slice(0, 64)}".`,
  fix: 'Remove it.',
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
  pointerOf: (pointer: string) => string,
): void {
  const validate = compiled?.()
  if (!validate || validate(value)) return
  const errors = (validate.errors ?? [])
    .filter(isTelling)
    .slice(0, 1_000)
    .map((error) => fieldError(error, value, pointerOf))
  throw new AppError(code, { errors: unique(errors) })
}

// The branches of a union report once each; the union itself is reported by its branches.
const isTelling = ({ keyword }: ErrorObject): boolean => !['anyOf', 'oneOf', 'if', 'allOf'].includes(keyword)

const unique = (errors: FieldError[]): FieldError[] => [
  ...new Map(errors.map((error) => [`${error.pointer}\0${error.code}\0${error.detail}`, error])).values(),
]

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function fieldError(error: ErrorObject, root: unknown, pointerOf: (pointer: string) => string): FieldError {
  const { keyword, instancePath } = error
  const params = error.params as Record<string, string | undefined>
  const at = (member?: string): string =>
    pointerOf(member === undefined ? instancePath : `${instancePath}/${escapePointer(member)}`).slice(0, maxPointer)
  switch (keyword) {
    case 'required':
      return {
        pointer: at(params.missingProperty),
        code: 'required',
        detail: `"${params.missingProperty}" is required.`,
        fix: 'Add it.',
      }
    case 'additionalProperties': {
      const name = String(params.additionalProperty).slice(0, 64)
      return {
        pointer: at(params.additionalProperty),
        code: 'unknown_member',
        detail: `There is no member "${name}" here.`,
        fix: 'Remove it, or check its spelling.',
      }
    }
    case 'enum':
      return enumError(at(), params.allowedValues as unknown as unknown[], valueAt(root, instancePath))
    case 'type':
      return { pointer: at(), code: 'type', detail: `Must be ${article(String(params.type))}.` }
    case 'const':
      return { pointer: at(), code: 'const', detail: `Must be ${JSON.stringify(params.allowedValue)}.` }
    default:
      return { pointer: at(), code: snake(keyword), detail: `${capital(error.message ?? 'is not valid')}.` }
  }
}

function enumError(pointer: string, allowed: unknown[], given: unknown): FieldError {
  const near = typeof given === 'string' ? nearestOf(given, allowed.map(String)) : undefined
  const list = allowed
    .slice(0, 40)
    .map((value) => `\`${String(value)}\``)
    .join(', ')
  return {
    pointer,
    code: 'enum',
    detail: `Must be one of ${list}.`,
    fix: near === undefined ? 'Use one of the listed values.' : `Did you mean \`${near}\`?`,
  }
}

const valueAt = (root: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, part) =>
        (value as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      root,
    )

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
const snake = (keyword: string): string => keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
