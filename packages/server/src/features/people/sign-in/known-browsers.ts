import { createHmac, randomBytes } from 'node:crypto'
import { hostCookie } from '../../../http/host-cookie.ts'
import { deriveKeys, isSignedByAny, type Keys } from '../../../platform/encryption.ts'
import type { UserRow } from '../users/store.ts'

/**
 * Browsers in which a person has signed in before. Failures are counted separately for such a browser, so that
 * those of others in the same network do not lock the person out. The cookie is not valid for signing in. Every sign-in makes
 * one; it is bound to one person and checked without the database.
 */
export interface KnownBrowsers {
  /** The id of the browser; undefined unless this person has signed in there. */
  find(cookies: string | undefined, userId: UserRow['id'] | undefined): string | undefined
  /** `Set-Cookie` for a browser in which the person has just signed in. */
  remember(userId: UserRow['id']): string
}

export interface KnownBrowsersOptions {
  readonly publicUrl: string
  readonly secrets: Keys
}

const lifeSeconds = 180 * 86_400

export function knownBrowsers({ publicUrl, secrets }: KnownBrowsersOptions): KnownBrowsers {
  const cookie = hostCookie(publicUrl, 'spindle-browser')
  const keys = deriveKeys(secrets, 'known browsers')
  const sign = (id: string, userId: string) => (key: Buffer) =>
    createHmac('sha256', key).update(`${id} ${userId}`).digest()
  return {
    find(cookies, userId) {
      if (userId === undefined) return undefined
      const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie.read(cookies) ?? '') ?? []
      if (id === undefined || signature === undefined) return undefined
      return isSignedByAny(keys, sign(id, userId), Buffer.from(signature, 'base64url')) ? id : undefined
    },
    remember(userId) {
      const id = randomBytes(16).toString('base64url')
      const signature = sign(id, userId)(keys[0]).toString('base64url')
      return cookie.set(`${id}.${signature}`, lifeSeconds)
    },
  }
}
