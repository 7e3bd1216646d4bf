import { describe, expect, it } from 'vitest'
import { goodPassword, openBrowser } from '../../harness/people.ts'
import { inviteToNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/sign-in/outside'

describe('finishOutsideSignIn 410', () => {
  it('makes no person of an invitation that was used while the browser was at the provider', async () => {
    const { hub, provider } = await sharedPeopleHub()
    const email = 'tom@outside-late.example'
    provider.know('late-tom', { email, email_verified: true })
    const { token } = await inviteToNewAccount(hub, { email })
    const browser = openBrowser(hub)
    const { location } = (await browser.ask('POST', `${path}/begin`, { link: { token, name: 'Tom Sea' } })).body
    const answer = await provider.signIn(location, 'late-tom')
    const signUp = { token, name: 'Tom Sea', password: goodPassword }
    const person = openBrowser(hub)
    expect((await person.ask('POST', '/console/api/sign-up', signUp)).status).toBe(200)
    expect(await browser.ask('POST', path, { answer })).toMatchObject({ status: 410, body: { error: 'link_invalid' } })
    expect(browser.cookie()).toBeUndefined()
    expect((await person.ask('GET', '/console/api/me/identities')).body.data).toEqual([])
  })
})
