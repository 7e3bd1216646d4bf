const exposed =
  'ETag, Link, Location, WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, X-Request-Id, Idempotency-Replayed, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Transfer, Tus-Resumable'
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const allowedHeaders =
  'Authorization, Content-Type, X-API-Key, Idempotency-Key, If-Match, If-None-Match, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Checksum, Upload-Defer-Length, Upload-Transfer, X-HTTP-Method-Override, MCP-Protocol-Version, Mcp-Method, Mcp-Name'

/** `*` without credentials on public documents; elsewhere nothing unless the origin is configured (Fetch standard, CORS protocol). */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
  isPublic: boolean,
): Record<string, string> {
  if (isPublic) {
    return {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': 'Content-Type, If-None-Match',
      'access-control-expose-headers': 'ETag, Link, WWW-Authenticate',
    }
  }
  if (origins.length === 0) return {}
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': allowedHeaders,
    'access-control-expose-headers': exposed,
    'access-control-max-age': '600',
  }
}
