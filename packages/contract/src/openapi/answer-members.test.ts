import { expect, it } from 'vitest'
import { openApiDocument } from './openapi-document.ts'

/** Each member of each answer has a description, beside it or in the component that it refers to. */

type Json = Readonly<Record<string, unknown>>

const document = openApiDocument('https://hub.example')
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const find = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (isObject(value) ? value[part.replaceAll('~1', '/')] : undefined), document)

/** These say how a value is written, but not what it is. */
const forms = new Set(['#/components/schemas/Timestamp', '#/components/schemas/CalendarDate'])

const isDescribed = (member: Json): boolean => {
  const { description, $ref } = member
  if (typeof description === 'string') return description.trim() !== ''
  return typeof $ref === 'string' && !forms.has($ref) && isDescribed(find($ref) as Json)
}

const listOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : [])

/** The members without a description, as `Component.member`. */
function bareMembers(): string[] {
  const bare = new Set<string>()
  const visited = new Set<unknown>()
  const visit = (schema: unknown, place: string): void => {
    if (!isObject(schema) || visited.has(schema)) return
    visited.add(schema)
    const { $ref, properties } = schema
    if (typeof $ref === 'string') visit(find($ref), $ref.split('/').at(-1) ?? '')
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      if (!isDescribed(member as Json)) bare.add(`${place}.${name}`)
      visit(member, `${place}.${name}`)
    }
    const { items, anyOf, additionalProperties, patternProperties } = schema
    const inner = [items, additionalProperties, ...listOf(anyOf), ...listOf(patternProperties)]
    for (const part of inner) visit(part, place)
  }
  const visitAnswer = (answer: unknown, place: string): void => {
    const { $ref, content } = answer as Json
    if (typeof $ref === 'string') visitAnswer(find($ref), place)
    for (const { schema } of Object.values((content ?? {}) as Record<string, Json>)) visit(schema, place)
  }
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    const { operationId, responses } = operation as { readonly operationId: string; readonly responses: Json }
    for (const [status, answer] of Object.entries(responses)) visitAnswer(answer, `${operationId} ${status}`)
  }
  return [...bare].sort()
}

it('describes each member of each answer', () => {
  expect(bareMembers(), 'Give each of these members a `description` in its schema').toEqual([])
})
