import { describe, expect, it } from 'vitest'
import { joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginIdentity 200', () => {
  it('leads to the provider by a request that is bound to the browser, and connects nothing yet', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@begin-identity.example' })
    const begun = await person.ask('POST', '/console/api/me/identities/begin')
    expect(begun.status).toBe(200)
    expect(begun.headers.get('set-cookie')).toMatch(/^__Host-Http-spindle-outside=[\w-]{43}; Max-Age=600;/)
    const address = new URL(begun.body.location)
    expect(address.origin).toBe(provider.url)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'hub',
      redirect_uri: 'https://music.example/console/sign-in/outside',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^connect\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect((await person.ask('GET', '/console/api/me/identities')).body.data).toEqual([])
  })
})
