import { randomBytes } from 'node:crypto'
import { AppError } from '@spindle/contract'
import { sha256 } from '../../platform/values/sha256.ts'

/** Values of cookies and links: 256 random bits, of which only the SHA-256 is stored. */

export const makeToken = (): string => randomBytes(32).toString('base64url')

export const tokenDigest = (token: string): Buffer => sha256(token)

/** A value without the form of a token is never looked up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The digest of a link's secret; throws `link_invalid` for a value without its form. */
export function linkDigest(token: string): Buffer {
  if (!isToken(token)) throw new AppError('link_invalid')
  return tokenDigest(token)
}
