import { describe, expect, it } from 'vitest'
import { errors } from '../errors/errors.ts'
import { operations } from '../operations.ts'
import { errorsOf } from './operation.ts'

describe('errorsOf', () => {
  const base = {
    id: 'pauseThing',
    path: '/things/{thingId}',
    summary: 'Pause a thing',
    tag: 'Things',
    responses: { 200: { schema: null, description: 'The thing' } },
    errors: ['state_conflict'],
  } as const
  const everywhere = [
    'database_unavailable',
    'headers_too_large',
    'internal_error',
    'invalid_parameter',
    'invalid_request',
    'overloaded',
    'shutting_down',
    'state_conflict',
  ]
  const ofWrites = [
    'body_too_large',
    'idempotency_in_progress',
    'idempotency_mismatch',
    'invalid_json',
    'request_timeout',
    'unsupported_media_type',
    'validation_failed',
  ]

  it('adds to a read without credentials what every request can meet', () => {
    expect(errorsOf({ ...base, method: 'GET', auth: 'none' })).toEqual(everywhere)
  })

  it('adds to a write what a body and an Idempotency-Key can meet', () => {
    expect(errorsOf({ ...base, method: 'POST', auth: 'none' })).toEqual([...everywhere, ...ofWrites].sort())
  })

  it.each([
    ['apiKey', ['credentials_missing', 'api_key_invalid', 'permission_missing', 'account_suspended', 'rate_limited']],
    [
      'jwt',
      [
        'credentials_missing',
        'invalid_token',
        'insufficient_scope',
        'account_suspended',
        'issuer_unavailable',
        'rate_limited',
      ],
    ],
    ['integrationToken', ['credentials_missing', 'invalid_token', 'integration_not_configured', 'rate_limited']],
    ['session', ['signed_out', 'rate_limited']],
  ] as const)('adds the refusals of %s', (auth, refusals) => {
    expect(errorsOf({ ...base, method: 'GET', auth })).toEqual([...everywhere, ...refusals].sort())
  })

  it.each(['PATCH', 'DELETE', 'POST'] as const)('adds a failed If-Match to a conditional %s', (method) => {
    expect(errorsOf({ ...base, method, auth: 'none', conditional: true })).toContain('precondition_failed')
  })

  it('adds no failed If-Match to a conditional GET', () => {
    expect(errorsOf({ ...base, method: 'GET', auth: 'none', conditional: true })).not.toContain('precondition_failed')
  })

  it('adds a refusal of other origins to an operation of the console', () => {
    expect(errorsOf({ ...base, method: 'GET', auth: 'none', surface: 'console' })).toEqual(
      [...everywhere, 'not_found', 'origin_not_allowed'].sort(),
    )
  })

  it('adds the required confirmation where a person changes keys or sign-in methods', () => {
    const change = { ...base, method: 'GET', needsConfirmation: true } as const
    expect(errorsOf({ ...change, auth: 'session' })).toContain('confirmation_needed')
    expect(errorsOf({ ...change, auth: 'jwt' })).not.toContain('confirmation_needed')
  })

  it('names each code once, in alphabetical order', () => {
    for (const operation of operations) {
      const codes = errorsOf(operation)
      expect(codes).toEqual([...new Set(codes)].sort())
    }
  })

  it('names only codes of the catalogue', () => {
    for (const operation of operations)
      for (const code of errorsOf(operation)) expect(Object.keys(errors)).toContain(code)
  })
})
