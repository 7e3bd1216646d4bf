/**
 * TypeScript types of request bodies, each member with the description of its schema. Types that are inferred from
 * schemas have no comments, so an editor would show no description of them; a test compares these with the inferred
 * ones.
 */

interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

/** One type to write: its name, its comment and its schema. */
export interface RequestType {
  readonly name: string
  readonly comment: string
  readonly schema: object
}

/** The file with all of them. Objects inside them become separate types, equal ones once. */
export function requestTypes(types: readonly RequestType[]): string {
  const writer = typeWriter()
  for (const { name, schema } of types) writer.reserve(name, schema as Schema)
  for (const { name, comment, schema } of types) writer.write(name, comment, schema as Schema)
  const head =
    '/** Written by `npm run gen` from the schemas of the requests: their members with comments for editors. */\n'
  return [head, ...writer.texts()].join('\n')
}

function typeWriter() {
  const names = new Map<string, string>()
  const written = new Map<string, string>()
  const reserve = (name: string, schema: Schema): void => void names.set(shapeOf(schema), name)

  const typeOf = (schema: Schema, member: string, parent: string): string => {
    const types = [schema.type ?? []].flat()
    const isNullable = types.includes('null') && !schema.enum
    const type = schema.enum
      ? schema.enum.map(toLiteral).join(' | ')
      : schema.const === undefined
        ? plainType(schema, member, parent, types.find((one) => one !== 'null') ?? 'unknown')
        : toLiteral(schema.const)
    return isNullable ? `${type} | null` : type
  }
  const plainType = (schema: Schema, member: string, parent: string, type: string): string => {
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'string') return textType(schema)
    if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, member, parent))
    if (type !== 'object') return type
    const { properties, additionalProperties } = schema
    if (properties === undefined && typeof additionalProperties === 'object')
      return `Record<string, ${typeOf(additionalProperties, member, parent)}>`
    return nested(schema, member, parent)
  }
  const nested = (schema: Schema, member: string, parent: string): string => {
    const known = names.get(shapeOf(schema))
    if (known !== undefined) return known
    const suffix = parent.endsWith('Patch') ? 'Patch' : 'Input'
    const short = `${objectNames[member] ?? pascal(singular(member))}${suffix}`
    const name = written.has(short) ? `${parent.replace(/(Input|Patch|Edit)$/, '')}${short}` : short
    reserve(name, schema)
    write(name, schema.description ?? `One of \`${member}\``, schema)
    return name
  }
  const write = (name: string, comment: string, { properties = {}, required = [] }: Schema): void => {
    // Its place in the file: before the objects inside it.
    written.set(name, '')
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = typeOf(schema, member, name)
      return `  /** ${commentOf(schema)} */\n  ${member}${required.includes(member) ? '' : '?'}: ${type}\n`
    })
    written.set(name, `/** ${sentence(comment)} */\nexport type ${name} = {\n${members.join('')}}\n`)
  }
  return { reserve, write, texts: () => [...written.values()] }
}

/** Two objects with the same members are one type, also if their comments differ. */
const shapeOf = ({ description: _description, examples: _examples, ...shape }: Schema): string => JSON.stringify(shape)

/** Members that are the same kind of object. */
const objectNames: Readonly<Record<string, string>> = { pLine: 'CopyrightLine', cLine: 'CopyrightLine' }

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')
const toLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
const arrayOf = (type: string): string => (/[ |`]/.test(type) ? `(${type})[]` : `${type}[]`)

/** A pattern that is a list of words, perhaps with a form that begins with another word. */
const words = /^\^\(([a-z_|]+)(?:\|([a-z]+:).*)?\)\$$/
/** Ids carry the kind of thing they name in front. */
const idExample = /^([a-z]{3})_[0-9A-Z]{26}$/

function textType({ pattern = '', examples = [] }: Schema): string {
  const [, list, prefix] = words.exec(pattern) ?? []
  if (list !== undefined)
    return [...list.split('|').map(toLiteral), ...(prefix === undefined ? [] : [`\`${prefix}\${string}\``])].join(' | ')
  const [, kind] = idExample.exec(String(examples[0])) ?? []
  return kind === undefined ? 'string' : `\`${kind}_\${string}\``
}

/** What it is, its bounds, its default and an example. */
function commentOf(schema: Schema): string {
  const { description, default: standard, examples = [] } = schema
  if (description === undefined) throw new Error(`a member has no description: ${JSON.stringify(schema)}`)
  const example = examples[0]
  return [
    sentence(description),
    bounds(schema),
    standard === undefined ? '' : `Default \`${JSON.stringify(standard).replaceAll('"', '')}\`.`,
    typeof example === 'string' || typeof example === 'number' ? `Example: \`${example}\`.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll('*/', '*\\/')
}

function bounds({ minimum, maximum, maxLength, maxItems, items, enum: choices, pattern, type }: Schema): string {
  if (choices || (pattern !== undefined && maxLength !== undefined && maxLength <= 30)) return ''
  if (maxItems !== undefined && items) return `At most ${maxItems}.`
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}.`
  return maxLength !== undefined && [type].flat().includes('string') ? `At most ${maxLength} characters.` : ''
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
