import { describe, expect, it } from 'vitest'
import { goodPassword, openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginOutsideSignIn 410', () => {
  const begin = async (token: string) => {
    const { hub } = await sharedPeopleHub()
    return openBrowser(hub).ask('POST', '/console/api/sign-in/outside/begin', { link: { token, name: 'Tom Sea' } })
  }
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43)])('refuses a token that was made up: %j', async (token) => {
    const answer = await begin(token)
    expect(answer).toMatchObject(invalid)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('refuses an invitation that was used, and a sign-in link', async () => {
    const { hub } = await sharedPeopleHub()
    const { token } = await inviteToNewAccount(hub, { email: 'tom@begin-outside-link.example' })
    await openBrowser(hub).ask('POST', '/console/api/sign-up', { token, name: 'Tom Sea', password: goodPassword })
    expect(await begin(token)).toMatchObject(invalid)
    const { email } = await joinNewAccount(hub, { email: 'mia@begin-outside-link.example' })
    expect(await begin(tokenOf(await signInLinkFor(hub, email)))).toMatchObject(invalid)
  })
})
