import { describe, expect, it } from 'vitest'
import { consoleOperations } from '../console/console-operations.ts'
import { operations } from '../operations.ts'
import { findMeantName } from './former-names.ts'

describe('findMeantName', () => {
  it.each([
    ['q', ['limit', 'query'], 'query'],
    ['by', ['groupBy', 'from'], 'groupBy'],
    ['by', ['actor', 'kind'], 'actor'],
    ['mediaType', ['contentType', 'size'], 'contentType'],
    ['fileName', ['filename', 'size'], 'filename'],
    ['detail', ['message', 'code'], 'message'],
    ['titel', ['title'], 'title'],
    ['q', ['limit', 'cursor'], undefined],
    ['constructor', ['query'], undefined],
  ])('%s among %j is %s', (given, known, meant) => {
    expect(findMeantName(given, known)).toBe(meant)
  })
})

/** Problem documents keep `detail` (RFC 9457); they are not answers of a single operation. */
const formerNames = ['q', 'by', 'detail', 'fileName', 'mediaType']

describe('the contract', () => {
  it('has one name for one thing', () => {
    const used = [...operations, ...consoleOperations].flatMap(({ id, query, body, responses }) =>
      [query, body, ...Object.values(responses).map(({ schema }) => schema)]
        .flatMap((schema) => namesIn(schema))
        .filter((name) => formerNames.includes(name))
        .map((name) => `${id}: ${name}`),
    )
    expect(used).toEqual([])
  })
})

/** The names of all members of a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { readonly properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}
