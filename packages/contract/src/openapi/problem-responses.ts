import { type Auth, type ErrorCode, type ErrorEntry, errors } from '../index.ts'
import { type HeaderName, headersMember } from './headers.ts'

/** Error answers: one per status, with an example for every code the operation can answer with it. */

const problemMediaType = 'application/problem+json'

/** The error responses of these codes, one per status. */
export function problemResponses(codes: readonly ErrorCode[], auth: Auth): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, inStatus]) => [
        status,
        {
          description: inStatus.map((code) => `\`${code}\`: ${errors[code].title}`).join('. '),
          ...headersMember(...headersFor(inStatus, auth)),
          content: {
            [problemMediaType]: {
              schema: { $ref: '#/components/schemas/Problem' },
              examples: Object.fromEntries(inStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        },
      ]),
  )
}

const challenged: readonly ErrorCode[] = [
  'credentials_missing',
  'api_key_invalid',
  'invalid_token',
  'insufficient_scope',
]
const waiting: readonly ErrorCode[] = [
  'rate_limited',
  'idempotency_in_progress',
  'upload_busy',
  'feed_paused',
  'overloaded',
]

function headersFor(codes: readonly ErrorCode[], auth: Auth): HeaderName[] {
  const has = (list: readonly ErrorCode[]): boolean => codes.some((code) => list.includes(code))
  return [
    ...(has(challenged) ? (['WWWAuthenticate'] as const) : []),
    ...(has(waiting) ? (['RetryAfter'] as const) : []),
    ...(auth !== 'none' && codes.includes('rate_limited') ? (['RateLimit', 'RateLimitPolicy'] as const) : []),
  ]
}

/** A problem document for every code of the catalogue. */
export const problemExamples = (baseUrl: string): Record<string, unknown> =>
  Object.fromEntries(
    (Object.entries(errors) as [ErrorCode, ErrorEntry][])
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, { status, title }]) => [
        code,
        {
          summary: title,
          value: {
            type: `${baseUrl || 'https://hub.example'}/docs/errors/${code}`,
            title,
            status,
            detail: `${title}.`,
            error: code,
            requestId: 'req_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
          },
        },
      ]),
  )
