/** Header fields and header parameters of the API, each described once. */

const text = (description: string, example: string, maxLength = 512) => ({
  description,
  schema: { type: 'string', maxLength, examples: [example] },
})

/** Response headers as components. */
export const headers = {
  ETag: text('Version of the resource. Send it as If-None-Match or If-Match', '"3"', 128),
  Link: text(
    'RFC 8288: rel="next" is the next page',
    '</api/v1/music-distributor/releases?cursor=...>; rel="next"',
    4096,
  ),
  Location: text(
    'URL of the created resource',
    '/api/v1/music-distributor/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    2048,
  ),
  RateLimit: text('draft-ietf-httpapi-ratelimit-headers: the remaining quota and when it resets', '"reads";r=599;t=42'),
  RateLimitPolicy: text('draft-ietf-httpapi-ratelimit-headers: the current limit', '"reads";q=600;w=60'),
  RetryAfter: {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400, examples: [30] },
  },
  WWWAuthenticate: text(
    'The credential that this resource accepts (RFC 9110, RFC 6750, RFC 9728)',
    'Bearer realm="integration", resource_metadata="https://hub.example/.well-known/oauth-protected-resource"',
    1024,
  ),
  IdempotencyReplayed: text('"true" on a response repeated for an Idempotency-Key', 'true', 4),
  Deprecation: text('RFC 9745: since when the endpoint is deprecated', '@1767225600', 20),
  Sunset: text(
    'RFC 8594: when the endpoint may be removed; only if a date is set',
    'Fri, 31 Dec 2027 00:00:00 GMT',
    29,
  ),
  TusResumable: text('Version of tus', '1.0.0', 10),
  UploadOffset: {
    description: 'Number of bytes stored durably',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 1_099_511_627_776 },
  },
  UploadLength: {
    description: 'Total size in bytes',
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 1_099_511_627_776 },
  },
  UploadTransfer: text('direct: send the parts of the upload to the object store', 'direct', 10),
} as const

/** Name of a header component. */
export type HeaderName = keyof typeof headers

const wireNames: Partial<Record<HeaderName, string>> = {
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  WWWAuthenticate: 'WWW-Authenticate',
  IdempotencyReplayed: 'Idempotency-Replayed',
  TusResumable: 'Tus-Resumable',
  UploadOffset: 'Upload-Offset',
  UploadLength: 'Upload-Length',
  UploadTransfer: 'Upload-Transfer',
}

/** The `headers` of a response, by reference. */
export const headersOf = (...names: readonly HeaderName[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [wireNames[name] ?? name, { $ref: `#/components/headers/${name}` }]))

/** The member `headers` of a response; no member if it has none of its own. */
export const headersMember = (...names: readonly HeaderName[]): { readonly headers?: Record<string, unknown> } =>
  names.length === 0 ? {} : { headers: headersOf(...names) }

/** Request headers as components. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique text that you choose for each new request. If you repeat a request with the same key within 24 hours, you get the first response again, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['first-light-ep-2026'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags that you have. The response is 304 if one of them is current',
    schema: { type: 'string', maxLength: 1024, examples: ['"3"'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that you read. The response is 412 if it is no longer current',
    schema: { type: 'string', maxLength: 1024, examples: ['"3"'] },
  },
} as const

/** A request header, by reference. */
export const parameterRef = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })
