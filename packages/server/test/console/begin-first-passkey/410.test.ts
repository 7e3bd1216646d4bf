import { describe, expect, it } from 'vitest'
import { openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'

describe('beginFirstPasskey 410', () => {
  const ask = async (token: string, email?: string) => {
    const { hub } = await sharedPeopleHub()
    return openBrowser(hub).ask('POST', '/console/api/links/passkey/begin', { token, name: 'Kim', email })
  }
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43)])('refuses a token that was made up: %j', async (token) => {
    expect(await ask(token)).toMatchObject(invalid)
    expect(await ask(token, 'kim@first-passkey-link.example')).toMatchObject(invalid)
  })

  it('refuses a sign-in link, whose owner is there already', async () => {
    const { hub } = await sharedPeopleHub()
    const { email } = await joinNewAccount(hub, { email: 'mia@first-passkey-link.example' })
    const token = tokenOf(await signInLinkFor(hub, email))
    expect(await ask(token, 'kim@first-passkey-link.example')).toMatchObject(invalid)
  })
})
