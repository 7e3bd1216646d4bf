import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { OutsideProvider } from '../../harness/outside-provider.ts'
import { disablePerson, openBrowser } from '../../harness/people.ts'
import {
  connectIdentity,
  goOutside,
  inviteToNewAccount,
  joinNewAccount,
  sharedPeopleHub,
} from '../../harness/people-hub.ts'

describe('finishOutsideSignIn 403', () => {
  let hub: TestHub
  let provider: OutsideProvider
  beforeAll(async () => {
    ;({ hub, provider } = await sharedPeopleHub())
  })
  const signIn = async (login: string, link?: object) => {
    const browser = openBrowser(hub)
    const body = link ? { link } : {}
    const answer = await goOutside(provider, browser, { path: '/console/api/sign-in/outside', login, body })
    expect(browser.cookie()).toBeUndefined()
    return answer
  }

  it('finds no person by the email address alone', async () => {
    const email = 'mia@identity-unknown.example'
    const person = await joinNewAccount(hub, { email })
    provider.know('unknown-namesake', { email, email_verified: true })
    expect(await signIn('unknown-namesake')).toMatchObject({
      status: 403,
      body: { error: 'identity_unknown', detail: expect.stringContaining(email) },
    })
    expect((await person.ask('GET', '/console/api/me/identities')).body.data).toEqual([])
  })

  it('has the same answer for a disabled person, even with an invitation to another account', async () => {
    const email = 'gone@identity-unknown.example'
    const person = await joinNewAccount(hub, { email })
    provider.know('unknown-gone', { email, email_verified: true })
    await connectIdentity(provider, person, 'unknown-gone')
    await disablePerson(hub, email)
    const refused = {
      status: 403,
      body: { error: 'identity_unknown', detail: expect.stringContaining('no user of this hub is connected') },
    }
    expect(await signIn('unknown-gone')).toMatchObject(refused)
    const { token } = await inviteToNewAccount(hub, { email: 'back@identity-unknown.example' })
    expect(await signIn('unknown-gone', { token, name: 'Back' })).toMatchObject(refused)
    expect((await openBrowser(hub).ask('POST', '/console/api/links/read', { token })).status).toBe(200)
  })
})
