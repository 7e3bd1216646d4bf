import { createHmac, randomBytes } from 'node:crypto'
import { hostCookie } from '../../../http/credentials/host-cookie.ts'
import { deriveKeys, isSignedByAny, type Keys } from '../../../platform/secrets/encryption.ts'
import type { UserRow } from '../users/user-queries.ts'

/**
 * Browsers in which people have signed in before. Failures are counted separately for such a browser, so that
 * those of others in the same network do not lock the person out. The cookie is not valid for signing in. Every sign-in
 * adds the person to it, by a pseudonym; it is checked without the database.
 */
export interface KnownBrowsers {
  /** The id of the browser for this person; undefined unless this person has signed in there. */
  find(cookies: string | undefined, userId: UserRow['id'] | undefined): string | undefined
  /** The pseudonym of the person who signed in there last: all browsers of a person count as one. */
  findLastPerson(cookies: string | undefined): string | undefined
  /** `Set-Cookie` for a browser in which the person has just signed in, including the cookies that it had. */
  remember(userId: UserRow['id'], cookies: string | undefined): string
}

export interface KnownBrowsersOptions {
  readonly publicUrl: string
  readonly secrets: Keys
}

interface KnownBrowser {
  readonly id: string
  /** Pseudonyms, the most recent first. */
  readonly people: readonly string[]
}

const lifeSeconds = 180 * 86_400
/** The maximum number of people who share a browser. */
const maxPeople = 4
const form = /^([\w-]{22})((?:\.[\w-]{22}){1,4})\.([\w-]{43})$/

export function knownBrowsers({ publicUrl, secrets }: KnownBrowsersOptions): KnownBrowsers {
  const cookie = hostCookie(publicUrl, 'spindle-browser')
  const keys = deriveKeys(secrets, 'known browsers')
  const sign = (text: string) => (key: Buffer) => createHmac('sha256', key).update(text).digest()
  const pseudonymOf = (userId: string, key: Buffer): string =>
    sign(`person ${userId}`)(key).subarray(0, 16).toString('base64url')

  const read = (cookies: string | undefined): KnownBrowser | undefined => {
    const [, id = '', people = '', signature = ''] = form.exec(cookie.read(cookies) ?? '') ?? []
    const isOurs = isSignedByAny(keys, sign(`browser ${id}${people}`), Buffer.from(signature, 'base64url'))
    return isOurs ? { id, people: people.slice(1).split('.') } : undefined
  }
  return {
    find(cookies, userId) {
      const browser = read(cookies)
      if (browser === undefined || userId === undefined) return undefined
      const person = keys.map((key) => pseudonymOf(userId, key)).find((name) => browser.people.includes(name))
      return person && `${browser.id} ${person}`
    },
    findLastPerson: (cookies) => read(cookies)?.people[0],
    remember(userId, cookies) {
      const { id, people } = read(cookies) ?? { id: randomBytes(16).toString('base64url'), people: [] }
      const person = pseudonymOf(userId, keys[0])
      const all = [person, ...people.filter((name) => name !== person)].slice(0, maxPeople)
      const text = `${id}.${all.join('.')}`
      return cookie.set(`${text}.${sign(`browser ${text}`)(keys[0]).toString('base64url')}`, lifeSeconds)
    },
  }
}
