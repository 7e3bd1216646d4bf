import { describe, expect, it } from 'vitest'
import { knownBrowsers } from './known-browsers.ts'

const [mia, tom] = ['usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'] as const
const open = (secret = 's'.repeat(32)) =>
  knownBrowsers({ publicUrl: 'https://music.example', secrets: [Buffer.from(secret)] })

describe('known browsers', () => {
  it('are known for the person who signed in there, and for no other one', () => {
    const set = open().remember(mia)
    expect(set).toMatch(
      /^__Host-Http-spindle-browser=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const [cookie = ''] = set.split(';')
    expect(open().find(`a=1; ${cookie}`, mia)).toMatch(/^[\w-]{22}$/)
    expect(open().find(cookie, tom)).toBeUndefined()
    expect(open().find(cookie, undefined)).toBeUndefined()
    expect(open('t'.repeat(32)).find(cookie, mia)).toBeUndefined()
    expect(open().find(`${cookie}; ${cookie}`, mia)).toBeUndefined()
    expect(open().find(cookie.replace('=', '=A').slice(0, -1), mia)).toBeUndefined()
    expect(open().find(undefined, mia)).toBeUndefined()
  })
})
