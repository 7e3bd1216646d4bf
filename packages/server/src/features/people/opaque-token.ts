import { randomBytes } from 'node:crypto'
import { sha256 } from '../../platform/sha256.ts'

/** Values of cookies and links: 256 random bits, of which only the SHA-256 is stored. */

export const makeToken = (): string => randomBytes(32).toString('base64url')

export const tokenDigest = (token: string): Buffer => sha256(token)

/** What has not the form of a token is never looked up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
