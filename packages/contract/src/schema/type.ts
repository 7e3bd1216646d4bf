import type * as TypeBox from 'typebox'

/**
 * The builders of TypeBox that schemas of the contract are made of, with its types. A schema is a plain object of JSON
 * Schema; the library brings 370 modules for it, which took longer to load than the rest of the contract together. What
 * is built here equals what TypeBox builds, its hidden marks included: type.test.ts compares them.
 */

type Builder =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

type Members = Readonly<Record<string, unknown>>

const kindMark = '~kind'
const optionalMark = '~optional'

/** Adds a member that JSON does not show. */
const mark = (schema: object, name: string, value: unknown): object =>
  Object.defineProperty(schema, name, { value, writable: true, enumerable: false, configurable: true })

const build = (kind: string, members: Members, options: Members = {}): object =>
  mark({ ...members, ...options }, kindMark, kind)

function buildObject(properties: Readonly<Record<string, object>>, options?: Members): object {
  const required = Object.keys(properties).filter((name) => !(optionalMark in (properties[name] ?? {})))
  return build('Object', { type: 'object', ...(required.length > 0 && { required }), properties }, options)
}

const anyName = '^.*$'

const builders = {
  Array: (items: object, options?: Members) => build('Array', { type: 'array', items }, options),
  Boolean: (options?: Members) => build('Boolean', { type: 'boolean' }, options),
  Integer: (options?: Members) => build('Integer', { type: 'integer' }, options),
  Literal: (value: string | number | boolean, options?: Members) =>
    build('Literal', { type: typeof value, const: value }, options),
  Null: (options?: Members) => build('Null', { type: 'null' }, options),
  Number: (options?: Members) => build('Number', { type: 'number' }, options),
  Object: buildObject,
  Optional: (schema: object) =>
    mark(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), optionalMark, true),
  Record: (_names: object, values: object, options?: Members) =>
    build('Record', { type: 'object', patternProperties: { [anyName]: values } }, options),
  String: (options?: Members) => build('String', { type: 'string' }, options),
  Union: (schemas: readonly object[], options?: Members) => build('Union', { anyOf: schemas }, options),
  Unknown: (options?: Members) => build('Unknown', {}, options),
  Unsafe: (schema: object) => mark({ ...schema }, '~unsafe', null),
}

/** Makes schemas. Of `Record` the names are any text. */
export const Type = builders as unknown as Pick<typeof TypeBox.Type, Builder>
