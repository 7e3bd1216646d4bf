import { describe, expect, it } from 'vitest'
import { shareParts } from './share-parts.ts'

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const success = (schema: string, example: unknown) => ({
  description: 'The thing',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
})

const pathsOf = (...answers: readonly Readonly<Record<string, unknown>>[]) =>
  Object.fromEntries(
    answers.map((responses, index) => [`/${index}`, { get: { operationId: `get${index}`, responses } }]),
  )

const answersOf = (paths: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Object.values(paths).map((item) => (item as { readonly get: { readonly responses: unknown } }).get.responses)

describe('shareParts', () => {
  it('moves an error answer of several operations to one component under the phrase of its status', () => {
    const { paths, responses } = shareParts(pathsOf({ 404: problem('Gone away') }, { 404: problem('Gone away') }))
    expect(responses).toEqual({ NotFound: problem('Gone away') })
    const reference = { 404: { $ref: '#/components/responses/NotFound' } }
    expect(answersOf(paths)).toEqual([reference, reference])
  })

  it('numbers different answers of one status', () => {
    const { paths, responses } = shareParts(pathsOf({ 429: problem('One') }, { 429: problem('Two') }))
    expect(Object.keys(responses)).toEqual(['TooManyRequests', 'TooManyRequests2'])
    expect(answersOf(paths)).toEqual([
      { 429: { $ref: '#/components/responses/TooManyRequests' } },
      { 429: { $ref: '#/components/responses/TooManyRequests2' } },
    ])
  })

  it('keeps answers that are no problem documents where they are', () => {
    const refusal = { description: 'Refused', content: { 'application/json': { schema: { type: 'object' } } } }
    const { paths, responses } = shareParts(pathsOf({ 204: { description: 'Done' }, 501: refusal }))
    expect(responses).toEqual({})
    expect(answersOf(paths)).toEqual([{ 204: { description: 'Done' }, 501: refusal }])
  })

  it('has an example once, under the name of its schema', () => {
    const { paths, examples } = shareParts(
      pathsOf({ 200: success('Thing', { id: 1 }) }, { 201: success('Thing', { id: 1 }) }),
    )
    expect(examples).toEqual({ Thing: { value: { id: 1 } } })
    const media = { schema: { $ref: '#/components/schemas/Thing' } }
    const shared = { ...media, examples: { Thing: { $ref: '#/components/examples/Thing' } } }
    expect(answersOf(paths)).toEqual([
      { 200: { description: 'The thing', content: { 'application/json': shared } } },
      { 201: { description: 'The thing', content: { 'application/json': shared } } },
    ])
  })

  it('leaves parts of a path that are no operations unchanged', () => {
    const parameters = [{ name: 'id', in: 'path' }]
    expect(shareParts({ '/a': { parameters } }).paths).toEqual({ '/a': { parameters } })
  })
})
