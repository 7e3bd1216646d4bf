import { describe, expect, it } from 'vitest'
import { shareParts } from './share-parts.ts'

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
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

  it('moves a success that is the same in several operations, and leaves one that occurs once', () => {
    const unchanged = { description: 'Your version is current' }
    const { paths, responses } = shareParts(
      pathsOf({ 200: { description: 'A' }, 304: unchanged }, { 200: { description: 'B' }, 304: unchanged }),
    )
    expect(responses).toEqual({ NotModified: unchanged })
    const reference = { $ref: '#/components/responses/NotModified' }
    expect(answersOf(paths)).toEqual([
      { 200: { description: 'A' }, 304: reference },
      { 200: { description: 'B' }, 304: reference },
    ])
  })

  it('moves a parameter of several operations, numbers different ones, and leaves references', () => {
    const limit = (maximum: number) => ({ name: 'page-limit', in: 'query', schema: { type: 'integer', maximum } })
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    const get = (...parameters: readonly object[]) => ({ get: { parameters, responses: {} } })
    const { paths, parameters } = shareParts({
      '/a': get(limit(1), key),
      '/b': get(limit(1), limit(2)),
      '/c': get(limit(2), limit(3)),
      '/d': get(key),
    })
    expect(parameters).toEqual({ PageLimit: limit(1), PageLimit2: limit(2) })
    const first = { $ref: '#/components/parameters/PageLimit' }
    const second = { $ref: '#/components/parameters/PageLimit2' }
    expect(paths).toEqual({
      '/a': get(first, key),
      '/b': get(first, second),
      '/c': get(second, limit(3)),
      '/d': get(key),
    })
  })

  it('leaves parts of a path that are no operations unchanged', () => {
    const parameters = [{ name: 'id', in: 'path' }]
    expect(shareParts({ '/a': { parameters } }).paths).toEqual({ '/a': { parameters } })
  })
})
