import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { joinByPasskey, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/passkey'

describe('finishPasskeySignIn 200', () => {
  it('signs in the person whose passkey answered, and notes when it was used', async () => {
    const { hub } = await sharedPeopleHub()
    const { person, authenticator } = await joinByPasskey(hub, 'mia@finish-passkey.example')
    const list = async () => (await person.ask('GET', '/console/api/me/passkeys')).body.data
    expect(await list()).toMatchObject([{ lastUsedAt: null }])
    const browser = openBrowser(hub)
    const { publicKey } = (await browser.ask('POST', `${path}/begin`)).body
    const answer = await browser.ask('POST', path, { credential: authenticator.get(publicKey) })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-Http-spindle=[\w-]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.body).toMatchObject({
      user: { email: 'mia@finish-passkey.example', hasPassword: false, passkeys: 1 },
      session: { way: 'passkey', confirmedUntil: expect.any(String) },
      memberships: [{ accountName: 'Night Label', role: 'viewer' }],
    })
    expect((await browser.ask('GET', '/console/api/session')).body.session).toEqual(answer.body.session)
    expect(await list()).toMatchObject([{ lastUsedAt: expect.any(String) }])
  })
})
