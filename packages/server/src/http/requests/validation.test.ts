import { type AppError, explainInvalid, type Operation } from '@spindle/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { BodyRules } from './body-rules.ts'
import { requestValidator } from './validation.ts'

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true })
formats.default(ajv)

/** What is said first of `value`, which `schema` refuses. */
function said(schema: object, value: unknown) {
  const validate = ajv.compile(schema)
  validate(value)
  const [error] = validate.errors ?? []
  if (!error) throw new Error('the schema accepts the value')
  return explainInvalid(error)
}

const line = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { year: { type: 'integer' }, text: { type: 'string' } },
}
const role = { type: 'string', pattern: '^(main_artist|composer|ddex:[A-Za-z]{2,70})$' }

describe('explainInvalid', () => {
  it.each([
    ['a missing member', { required: ['title'] }, {}, '"title" is required.', 'Add this member.'],
    ['a slip in a name', line, { yearr: 1 }, 'Unknown member "yearr".', 'Did you mean `year`?'],
    ['a strange name', line, { holder: 1 }, 'Unknown member "holder".', 'Remove it, or use one of `year`, `text`.'],
    [
      'text for an object',
      line,
      '2026 My Label',
      'Must be an object or null, not a string.',
      'Use an object with the members `year`, `text`.',
    ],
    ['one for a list', { type: 'array' }, 'a', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].'],
    ['a list for one', { type: 'string' }, ['a'], 'Must be a string, not an array.', undefined],
    ['a number in quotes', { type: 'integer' }, '7', 'Must be an integer, not a string.', 'Remove the quotes.'],
    ['a word for a number', { type: 'integer' }, 'seven', 'Must be an integer, not a string.', undefined],
    ['a truth in quotes', { type: 'boolean' }, 'true', 'Must be a boolean, not a string.', 'Remove the quotes.'],
    ['a number for text', { type: 'string' }, 123, 'Must be a string, not a number.', 'Put the value in quotes.'],
    ['null', { type: 'string', examples: ['en'] }, null, 'Must be a string, not null.', 'For example, `en`.'],
    ['another case', { enum: ['ep', 'single'] }, 'EP', 'Must be one of `ep`, `single`.', 'Did you mean `ep`?'],
    [
      'another value',
      { enum: ['ep', 'single'] },
      'tape',
      'Must be one of `ep`, `single`.',
      'Use one of the listed values.',
    ],
    [
      'a word of a pattern',
      role,
      'main artist',
      'Must be one of `main_artist`, `composer`, or match ddex:[A-Za-z]{2,70}.',
      'Did you mean `main_artist`?',
    ],
    ['a blank text', { pattern: '\\S' }, ' ', 'Must not be blank.', undefined],
    [
      'a code',
      { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' },
      'de',
      'Does not have the required format: ISO 3166-1 alpha-2.',
      'Write `DE`.',
    ],
    [
      'a code with an example',
      { pattern: '^[A-Z]{2}$', examples: ['DE'] },
      'de',
      'Does not have the required format.',
      'For example, `DE`.',
    ],
    ['no day', { format: 'date' }, '2026-02-30', 'Must be a valid date.', 'Use YYYY-MM-DD, for example 2026-12-11.'],
    [
      'a day written otherwise',
      { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', format: 'date' },
      '20/11/2026',
      'Must be a valid date.',
      'Use YYYY-MM-DD, for example 2026-12-11.',
    ],
    ['too few', { minItems: 1 }, [], 'Must have at least 1 entry, but has 0.', undefined],
    ['too many', { maxItems: 2 }, [1, 2, 3], 'Must have at most 2 entries, but has 3.', undefined],
    [
      'the same twice',
      { uniqueItems: true },
      ['a', 'b', 'a'],
      'Entries 0 and 2 (counted from 0) are the same.',
      undefined,
    ],
    ['nothing', { minLength: 1 }, '', 'Must not be empty.', undefined],
    ['too long', { maxLength: 2 }, 'äöü', 'Must have at most 2 characters, but has 3.', undefined],
    ['too large', { maximum: 100 }, 1000, 'Must be at most 100.', undefined],
    ['too small', { minimum: 1 }, 0, 'Must be at least 1.', undefined],
    ['anything else', { multipleOf: 2 }, 3, 'Must be multiple of 2.', undefined],
  ])('%s', (_, schema, value, detail, fix) => {
    const { code, ...words } = said(schema, value)
    expect(words).toEqual({ detail, ...(fix !== undefined && { fix }) })
    expect(code).toMatch(/^[a-z_]+$/)
  })

  it('lists no more names than somebody reads', () => {
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`member${index}`, {}]))
    expect(said({ additionalProperties: false, properties }, { other: 1 }).fix).toBe(
      'Remove it, or check its spelling.',
    )
  })
})

describe('requestValidator', () => {
  const operation = {
    id: 'createThing',
    method: 'POST',
    path: '/things',
    summary: 'Make a thing',
    tag: 'Things',
    auth: 'apiKey',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: { parts: { type: 'array', maxItems: 3, items: { type: 'object', required: ['name'] } } },
    },
    responses: {},
    errors: [],
  } as unknown as Operation
  const errorsOf = (body: unknown, rules?: BodyRules) => {
    try {
      requestValidator(operation).body(body, rules)
      return []
    } catch (error) {
      return (error as AppError).options.errors ?? []
    }
  }

  it('says that a list is too long without looking at its items', () => {
    const errors = errorsOf({ parts: Array.from({ length: 90_000 }, () => ({})) })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ pointer: '/parts', code: 'max_items' })
  })

  it('names at most 100 problems', () => {
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown${index}`, 1]))
    expect(errorsOf(unknown)).toHaveLength(100)
  })

  it('applies rules beside what the schema refuses, but not if that fills the answer', () => {
    let asked = 0
    const rules: BodyRules = {
      check() {
        asked++
        return [{ pointer: '/name', code: 'taken', detail: 'The name is taken.' }]
      },
    }
    expect(errorsOf({ unknown: 1 }, rules).map(({ code }) => code)).toEqual(['unknown_member', 'taken'])
    const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`unknown${index}`, 1]))
    expect(new Set(errorsOf(unknown, rules).map(({ code }) => code))).toEqual(new Set(['unknown_member']))
    expect(asked).toBe(1)
  })
})

describe('parameters of the path', () => {
  const operation = {
    id: 'getThing',
    path: '/things/{name}',
    params: { type: 'object', properties: { name: { type: 'string', maxLength: 20 } } },
    notFound: 'mapping_not_found',
  } as unknown as Operation

  it.each([
    ['too long', 'a'.repeat(21)],
    ['with NUL, which PostgreSQL cannot compare', 'a\0b'],
  ])('names nothing: %s', (_, name) => {
    const { parameters } = requestValidator(operation)
    expect(parameters({}, { name: 'a' })).toEqual({ query: {}, params: { name: 'a' } })
    expect(() => parameters({}, { name })).toThrow(expect.objectContaining({ code: 'mapping_not_found' }))
  })
})
