import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { inviteToNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginOutsideSignIn 200', () => {
  const begin = async (body: object) => {
    const { hub } = await sharedPeopleHub()
    return openBrowser(hub).ask('POST', '/console/api/sign-in/outside/begin', body)
  }

  it('asks with code, PKCE, state and nonce, by a request that is bound to the browser', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const begun = await begin({})
    expect(begun.status).toBe(200)
    expect(begun.body).toEqual({ location: expect.any(String) })
    expect(begun.headers.get('set-cookie')).toMatch(
      /^__Host-Http-spindle-outside=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const address = new URL(begun.body.location)
    expect(address.origin).toBe(provider.url)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'hub',
      redirect_uri: 'https://music.example/console/sign-in/outside',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^sign_in\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    const rows = await hub.opened.database.system.rows<{ text: string }>(
      'select r::text as text from outside_requests r',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const secret of ['state', 'nonce', 'code_challenge'])
      expect(rows.map(({ text }) => text).join()).not.toContain(address.searchParams.get(secret)?.split('.').at(-1))
  })

  it('makes the provider ask for the account if it remembers another person', async () => {
    const asked = new URL((await begin({ asksAgain: true })).body.location).searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', null])
  })

  it('marks in its state that a link was used, and uses nothing up', async () => {
    const { hub } = await sharedPeopleHub()
    const { token } = await inviteToNewAccount(hub, { email: 'tom@begin-outside.example' })
    const { location } = (await begin({ link: { token, name: 'Tom Sea' } })).body
    expect(new URL(location).searchParams.get('state')).toMatch(/^enrol\.[\w-]{43}$/)
    expect((await openBrowser(hub).ask('POST', '/console/api/links/read', { token })).status).toBe(200)
  })
})
