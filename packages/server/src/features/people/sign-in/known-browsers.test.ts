import { describe, expect, it } from 'vitest'
import { knownBrowsers } from './known-browsers.ts'

const [mia, tom] = ['usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'] as const
const open = (...secrets: string[]) =>
  knownBrowsers({
    publicUrl: 'https://music.example',
    secrets: [Buffer.from(secrets[0] ?? 's'.repeat(32)), ...secrets.slice(1).map((secret) => Buffer.from(secret))],
  })

const pairOf = (set: string): string => set.split(';')[0] ?? ''
const signIn = (userId: typeof mia | typeof tom, before?: string): string => pairOf(open().remember(userId, before))

describe('known browsers', () => {
  it('are known for the person who signed in there, and for no other one', () => {
    const set = open().remember(mia, undefined)
    expect(set).toMatch(
      /^__Host-Http-spindle-browser=[\w-]{22}\.[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const cookie = pairOf(set)
    expect(open().find(`a=1; ${cookie}`, mia)).toMatch(/^[\w-]{22} [\w-]{22}$/)
    expect(open().find(cookie, tom)).toBeUndefined()
    expect(open().find(cookie, undefined)).toBeUndefined()
    expect(open('t'.repeat(32)).find(cookie, mia)).toBeUndefined()
    expect(open().find(`${cookie}; ${cookie}`, mia)).toBeUndefined()
    expect(open().find(cookie.replace('=', '=A').slice(0, -1), mia)).toBeUndefined()
    expect(open().find(undefined, mia)).toBeUndefined()
  })

  it('are known for each of the four people who signed in there last, and count for the last of them', () => {
    const hers = signIn(mia)
    const both = signIn(tom, hers)
    expect(open().find(both, mia)).toBeDefined()
    expect(open().find(both, tom)).toBeDefined()
    expect(open().find(both, mia)).not.toBe(open().find(both, tom))
    expect(open().findLastPerson(both)).toBe(open().findLastPerson(signIn(tom)))
    expect(open().findLastPerson(signIn(mia, both))).toBe(open().findLastPerson(hers))
    const others = ['C', 'D', 'E'].map((end) => `${mia.slice(0, -1)}${end}` as typeof mia)
    const full = others.reduce((before, userId) => signIn(userId, before), both)
    expect(open().find(full, tom)).toBeDefined()
    expect(open().find(full, mia)).toBeUndefined()
  })

  it('count together for one person, and for no one if the cookie was made up', () => {
    expect(open().findLastPerson(signIn(mia))).toBe(open().findLastPerson(signIn(mia)))
    const [first = '', , signature = ''] = signIn(mia).split('.')
    const [, person = ''] = signIn(tom).split('.')
    expect(open().findLastPerson(`${first}.${person}.${signature}`)).toBeUndefined()
    expect(open().findLastPerson(undefined)).toBeUndefined()
  })

  it('stay known after the secret of the hub is replaced', () => {
    const [before, after] = ['s'.repeat(32), 't'.repeat(32)]
    const hers = signIn(mia)
    const replaced = open(after, before)
    expect(replaced.find(hers, mia)).toBeDefined()
    const both = pairOf(replaced.remember(tom, hers))
    expect(replaced.find(both, mia)).toBeDefined()
    expect(open(after).find(both, tom)).toBeDefined()
  })
})
