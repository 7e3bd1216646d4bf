import { parseStrictJson } from '../../http/requests/strict-json.ts'
import { maxTokenBytes } from './token-limits.ts'

/**
 * The outer form of a JWT, tested before any key is looked at: a compact JWS of at most 8 KiB with canonical base64url,
 * no member twice, and no header that would name, carry or transform a key or the payload (RFC 8725 section 3).
 */
export function hasJwtSyntax(token: string): boolean {
  if (token.length > maxTokenBytes) return false
  const parts = token.split('.')
  const [header, payload] = parts
  if (parts.length !== 3 || header === undefined || payload === undefined || !parts.every(isCanonical)) return false
  const members = parseObject(header)
  return (
    members !== undefined &&
    parseObject(payload) !== undefined &&
    refusedHeaders.every((name) => !Object.hasOwn(members, name)) &&
    isKeyId(members.kid)
  )
}

const refusedHeaders = ['crit', 'b64', 'zip', 'enc', 'jku', 'jwk', 'x5u', 'x5c'] as const

// A second spelling of the same bytes would make one token two.
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

const isKeyId = (kid: unknown): boolean => kid === undefined || (typeof kid === 'string' && kid.length <= 256)

const openingBrace = 0x7b

function parseObject(part: string): Record<string, unknown> | undefined {
  const bytes = Buffer.from(part, 'base64url')
  // Decoders skip a byte order mark; issuers write none.
  if (bytes[0] !== openingBrace) return undefined
  try {
    return parseStrictJson(bytes) as Record<string, unknown>
  } catch {
    return undefined
  }
}
