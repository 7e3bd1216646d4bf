import { parseStrictJson } from '../../http/strict-json.ts'
import { maxTokenBytes } from './limits.ts'

/**
 * The outer form of a JWT, tested before any key is looked at: a compact JWS of at most 8 KiB with canonical base64url,
 * no member twice, and no header that would name, carry or transform a key or the payload (RFC 8725 section 3).
 */
export function hasTokenForm(token: string): boolean {
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

function parseObject(part: string): Record<string, unknown> | undefined {
  try {
    const value = parseStrictJson(Buffer.from(part, 'base64url'))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
