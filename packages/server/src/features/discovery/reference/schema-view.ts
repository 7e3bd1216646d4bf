import { type Html, html } from '../../../http/pages/html.ts'

/** A JSON schema as nested definition lists that open on demand: readable without a script. */

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The type in words, with the name of a referred schema as a link to it. */
export function typeView(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return enumView(schema.enum)
  if (schema.anyOf) return html`${join(schema.anyOf.map(typeView), ' or ')}`
  if (schema.type === 'array') return html`array of ${schema.items ? typeView(schema.items) : 'anything'}`
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'anything')
  return html`${type}${schema.format === undefined || schema.format.startsWith('int') ? '' : ` (${schema.format})`}`
}

const maxShown = 12

function enumView(values: readonly unknown[]): Html {
  const shown = values.slice(0, maxShown).map((value) => html`<code>${String(value)}</code>`)
  const more = values.length > maxShown ? ` and ${values.length - maxShown} more` : ''
  return html`${join(shown, ', ')}${more}`
}

const join = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`

/** Limits worth knowing before one hits them. */
function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  default: fallback,
}: JsonSchema): string {
  const between = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    const hasLeast = least !== undefined && Number.isSafeInteger(least) && least > Number.MIN_SAFE_INTEGER
    const hasMost = most !== undefined && most < Number.MAX_SAFE_INTEGER
    if (hasLeast && hasMost) return [`${least} to ${most}${unit}`]
    if (hasMost) return [`at most ${most}${unit}`]
    return hasLeast && least > 0 ? [`at least ${least}${unit}`] : []
  }
  return [
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' items'),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ].join(', ')
}

const nested = (schema: JsonSchema): JsonSchema | undefined => {
  if (schema.properties) return schema
  if (schema.items) return nested(schema.items)
  return schema.anyOf?.map(nested).find((found) => found !== undefined)
}

/** One member: name, type, limits, description, and its own members behind a fold. */
function memberView(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const inner = nested(schema)
  return html`<dt><code>${name}</code> <span class="soft">${typeView(schema)}</span>${isRequired ? html` <span class="tag">required</span>` : ''}</dt>
<dd>${[schema.description, limitsOf(schema)].filter(Boolean).join('. ')}${
    inner ? html`<details><summary>Members of <code>${name}</code></summary>${membersView(inner)}</details>` : ''
  }</dd>`
}

const membersView = ({ properties = {}, required = [] }: JsonSchema): Html =>
  html`<dl class="members">${Object.entries(properties).map(([name, schema]) =>
    memberView(name, schema, required.includes(name)),
  )}</dl>`

/** A schema as a section of the page that links lead to; closed unless the page has only those of its subject. */
export const schemaView = (name: string, schema: JsonSchema, isOpen = false): Html =>
  html`<details class="operation" id="schema-${name}"${isOpen ? html` open` : ''}><summary><strong>${name}</strong></summary>
${schema.description === undefined ? '' : html`<p>${schema.description}</p>`}
${schema.properties ? membersView(schema) : html`<p>${typeView(schema)}</p>`}</details>`
