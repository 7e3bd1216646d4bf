import { describe, expect, it } from 'vitest'
import { errors } from '../errors/errors.ts'
import { problemExamples, problemResponses } from './problem-responses.ts'

describe('problemResponses', () => {
  it('writes one response for each status, with an example of each code', () => {
    expect(
      problemResponses(['not_found', 'release_not_found', 'rate_limited', 'credentials_missing'], 'apiKey'),
    ).toEqual({
      '401': {
        description: '`credentials_missing`: This resource requires credentials',
        headers: {
          'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' },
        },
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: { credentials_missing: { $ref: '#/components/examples/credentials_missing' } },
          },
        },
      },
      '404': {
        description: '`not_found`: Not found. `release_not_found`: Release not found',
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: {
              not_found: { $ref: '#/components/examples/not_found' },
              release_not_found: { $ref: '#/components/examples/release_not_found' },
            },
          },
        },
      },
      '429': {
        description: '`rate_limited`: Too many requests',
        headers: {
          'Retry-After': { $ref: '#/components/headers/RetryAfter' },
          RateLimit: { $ref: '#/components/headers/RateLimit' },
          'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
        },
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: { rate_limited: { $ref: '#/components/examples/rate_limited' } },
          },
        },
      },
    })
  })

  it('writes no headers where there are none of its own', () => {
    expect(problemResponses(['internal_error'], 'none')).toEqual({
      '500': {
        description: '`internal_error`: An unexpected error occurred in the hub',
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: { internal_error: { $ref: '#/components/examples/internal_error' } },
          },
        },
      },
    })
  })

  it('orders the responses by status', () => {
    expect(Object.keys(problemResponses(['storage_full', 'not_found', 'invalid_json'], 'apiKey'))).toEqual([
      '400',
      '404',
      '507',
    ])
  })

  it.each([
    ['rate_limited', 'Retry-After'],
    ['upload_busy', 'Retry-After'],
    ['feed_paused', 'Retry-After'],
    ['overloaded', 'Retry-After'],
    ['idempotency_in_progress', 'Retry-After'],
    ['credentials_missing', 'WWW-Authenticate'],
    ['api_key_invalid', 'WWW-Authenticate'],
    ['invalid_token', 'WWW-Authenticate'],
    ['insufficient_scope', 'WWW-Authenticate'],
  ] as const)('says that %s carries %s', (code, header) => {
    const [response] = Object.values(problemResponses([code], 'apiKey'))
    expect(response).toHaveProperty(['headers', header])
  })
})

describe('problemExamples', () => {
  it('has a document for each code, with its own status and title', () => {
    const examples = problemExamples('https://hub.example')
    expect(Object.keys(examples)).toEqual(Object.keys(errors).sort())
    expect(examples.release_not_found).toEqual({
      summary: 'Release not found',
      value: {
        type: 'https://hub.example/docs/errors/release_not_found',
        title: 'Release not found',
        status: 404,
        detail: 'Release not found.',
        error: 'release_not_found',
        requestId: 'req_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      },
    })
  })

  it('names an address that cannot exist when the hub has none', () => {
    expect(problemExamples('').not_found).toHaveProperty(['value', 'type'], 'https://hub.example/docs/errors/not_found')
  })
})
