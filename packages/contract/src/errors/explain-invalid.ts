import { findNearestName } from '../codes/nearest-name.ts'
import { suggestTerritory } from '../codes/territory-codes.ts'
import type { FieldError } from './errors.ts'
import { findMeantName } from './former-names.ts'

/** What a schema refused, in words for the person who wrote the request: what must be there, and how to write it. */
export interface Explanation {
  readonly code: string
  readonly detail: string
  readonly fix?: string
}

/** The error of a JSON Schema validator about one place; the members are those of Ajv with `verbose`. */
export interface InvalidValue {
  readonly keyword: string
  readonly params: object
  readonly data?: unknown
  readonly parentSchema?: object | undefined
  readonly message?: string | undefined
}

/** The part of a schema that explanations are made of. */
interface Schema {
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, unknown>>
}

/** Explains it for a person: code, detail and, if known, the fix. Pure. */
export function explainInvalid(error: InvalidValue): Explanation {
  const { keyword, data } = error
  const params = error.params as Readonly<Record<string, unknown>>
  const schema = (error.parentSchema ?? {}) as Schema
  switch (keyword) {
    case 'required':
      return { code: 'required', detail: `"${String(params.missingProperty)}" is required.`, fix: 'Add this member.' }
    case 'additionalProperties':
      return explainUnknown(String(params.additionalProperty), Object.keys(schema.properties ?? {}))
    case 'enum':
      return explainChoice('enum', params.allowedValues as readonly unknown[], data)
    case 'type':
      return explainType([params.type].flat().map(String), data, schema)
    case 'const':
      return { code: 'const', detail: `Must be ${JSON.stringify(params.allowedValue)}.` }
    case 'format':
      return { code: 'format', ...(formats[String(params.format)] ?? { detail: sentence(error.message) }) }
    case 'pattern':
      return explainPattern(schema, data)
    default:
      return { code: snake(keyword), detail: explainBound(keyword, params, data) ?? sentence(error.message) }
  }
}

/** A value that fails one of the list fails the first as well, which then explains less. */
const saysMore: Readonly<Record<string, readonly string[]>> = {
  type: ['enum'],
  pattern: ['format', 'min_length'],
  max_length: ['pattern'],
}

/** The problems without those that another problem at the same place explains better. */
export function dropEchoes(problems: readonly FieldError[]): FieldError[] {
  const said = new Set(problems.map(({ pointer, code }) => `${code} ${pointer}`))
  return problems.filter(({ pointer, code }) => !saysMore[code]?.some((more) => said.has(`${more} ${pointer}`)))
}

/** A wrong name can be of any length; an answer cannot. */
const maxShown = 64
/** More names than this are read in the reference, not in an error. */
const maxListed = 40

function explainUnknown(name: string, known: readonly string[]): Explanation {
  const near = findMeantName(name, known)
  return {
    code: 'unknown_member',
    detail: `Unknown member "${name.slice(0, maxShown)}".`,
    fix:
      near !== undefined
        ? `Did you mean \`${near}\`?`
        : known.length > 0 && known.length <= maxListed
          ? `Remove it, or use one of ${list(known)}.`
          : 'Remove it, or check its spelling.',
  }
}

function explainChoice(code: string, allowed: readonly unknown[], given: unknown, otherwise?: string): Explanation {
  const near = typeof given === 'string' ? findNearestName(given, allowed.map(String)) : undefined
  const isQuoted = allowed.some((value) => typeof value !== 'string' && String(value) === given)
  return {
    code,
    detail: `Must be one of ${list(allowed.slice(0, maxListed).map(String))}${otherwise === undefined ? '' : `, or match ${otherwise}`}.`,
    fix: isQuoted
      ? 'Remove the quotes.'
      : near === undefined
        ? 'Use one of the listed values.'
        : `Did you mean \`${near}\`?`,
  }
}

function explainType(allowed: readonly string[], given: unknown, { properties, examples }: Schema): Explanation {
  const wanted = allowed.map(withArticle).join(' or ')
  const fix = howToWrite(allowed, given, Object.keys(properties ?? {})) ?? like(examples)
  return { code: 'type', detail: `Must be ${wanted}, not ${withArticle(typeName(given))}.`, ...(fix && { fix }) }
}

function howToWrite(allowed: readonly string[], given: unknown, members: readonly string[]): string | undefined {
  const isScalar = given !== null && typeof given !== 'object'
  if (allowed.includes('array') && isScalar) return 'Put the value in a list: [ ... ].'
  if (allowed.includes('object') && members.length > 0 && members.length <= maxListed)
    return `Use an object with the members ${list(members)}.`
  if (allowed.includes('string') && isScalar) return 'Put the value in quotes.'
  if ((given === 'true' || given === 'false') && allowed.includes('boolean')) return 'Remove the quotes.'
  const isNumeric = typeof given === 'string' && given.trim() !== '' && Number.isFinite(Number(given))
  return isNumeric && allowed.some((type) => /number|integer/.test(type)) ? 'Remove the quotes.' : undefined
}

const formats: Readonly<Record<string, Omit<Explanation, 'code'>>> = {
  date: { detail: 'Must be a valid date.', fix: 'Use YYYY-MM-DD, for example 2026-12-11.' },
  'date-time': { detail: 'Must be a valid date and time.', fix: 'Use UTC, for example 2026-12-11T08:00:00.000Z.' },
}

/** Some patterns are lists of words, perhaps with one more form at their end. */
const wordList = /^\^\(([a-z_|]+)(?:\|([^|()]+))?\)\$$/

function explainPattern({ pattern = '', format, description, examples }: Schema, given: unknown): Explanation {
  const [, words, otherwise] = wordList.exec(pattern) ?? []
  if (words !== undefined) return explainChoice('pattern', words.split('|'), given, otherwise)
  if (pattern === '\\S') return { code: 'pattern', detail: 'Must not be blank.' }
  const known = format === undefined ? undefined : formats[format]
  if (known) return { code: 'pattern', ...known }
  return {
    code: 'pattern',
    detail: `Does not have the required format${description === undefined ? '' : `: ${description.replace(/\.$/, '')}`}.`,
    fix: writeTerritory(description, given) ?? like(examples) ?? `Use a value that matches ${pattern}.`,
  }
}

/** Names and other codes of a territory: `Germany`, `DEU`. */
function writeTerritory(description: string | undefined, given: unknown): string | undefined {
  if (!description?.includes('ISO 3166-1 alpha-2') || typeof given !== 'string') return undefined
  const code = suggestTerritory(given)
  return code && `Write \`${code}\`.`
}

function explainBound(keyword: string, params: Readonly<Record<string, unknown>>, given: unknown): string | undefined {
  const limit = Number(params.limit)
  const has = Array.isArray(given) ? `, but has ${given.length}` : ''
  switch (keyword) {
    case 'minimum':
      return `Must be at least ${limit}.`
    case 'maximum':
      return `Must be at most ${limit}.`
    case 'minLength':
      return limit === 1 ? 'Must not be empty.' : `Must have at least ${limit} characters.`
    case 'maxLength':
      return `Must have at most ${limit} characters, but has ${[...String(given)].length}.`
    case 'minItems':
      return `Must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}${has}.`
    case 'maxItems':
      return `Must have at most ${limit} entries${has}.`
    case 'uniqueItems':
      return `Entries ${Number(params.j)} and ${Number(params.i)} (counted from 0) are the same.`
    default:
      return undefined
  }
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')
const like = (examples: readonly unknown[] | undefined): string | undefined =>
  typeof examples?.[0] === 'string' ? `For example, \`${examples[0]}\`.` : undefined

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const withArticle = (type: string): string =>
  type === 'null' ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
const snake = (keyword: string): string => keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const sentence = (text = 'is not valid'): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
