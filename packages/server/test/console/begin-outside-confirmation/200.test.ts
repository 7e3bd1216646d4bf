import { describe, expect, it } from 'vitest'
import { connectIdentity, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginOutsideConfirmation 200', () => {
  it('asks for a sign-in of now, by a request that is bound to the browser', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'mia@begin-outside-confirmation.example' })
    await connectIdentity(provider, person, 'begin-confirm-mia')
    const begun = await person.ask('POST', '/console/api/session/confirm/outside/begin')
    expect(begun.status).toBe(200)
    expect(begun.headers.get('set-cookie')).toMatch(/^__Host-Http-spindle-outside=[\w-]{43}; Max-Age=600;/)
    const address = new URL(begun.body.location)
    expect(address.origin).toBe(provider.url)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'hub',
      redirect_uri: 'https://music.example/console/sign-in/outside',
      state: expect.stringMatching(/^confirm\.[\w-]{43}$/),
      prompt: 'login',
      max_age: '0',
    })
  })
})
