import { describe, expect, it } from 'vitest'
import { goodPassword, openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('signUpByInvitation 410', () => {
  const signUp = async (token: string) =>
    openBrowser(await sharedHub()).ask('POST', '/console/api/sign-up', { token, name: 'Tom', password: goodPassword })
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43)])('refuses a token that was made up: %j', async (token) => {
    expect(await signUp(token)).toMatchObject(invalid)
  })

  it('refuses an invitation that was used', async () => {
    const { token } = await inviteToNewAccount(await sharedHub(), { email: 'tom@sign-up-used.example' })
    expect((await signUp(token)).status).toBe(200)
    expect(await signUp(token)).toMatchObject(invalid)
  })

  it('refuses an invitation that a newer one for the same mail address replaced', async () => {
    const hub = await sharedHub()
    const email = 'kim@sign-up-used.example'
    const { accountId, token } = await inviteToNewAccount(hub, { email })
    const newer = (await hub.hub.links.invite({ accountId, email, role: 'owner' }))?.link
    expect(newer).toMatch(new RegExp(`^${hub.url}/console/invitation#[\\w-]{43}$`))
    expect(await signUp(token)).toMatchObject(invalid)
    expect((await signUp(tokenOf(newer))).body.memberships).toMatchObject([{ accountId, role: 'owner' }])
  })

  it('refuses a sign-in link', async () => {
    const hub = await sharedHub()
    const { email } = await joinNewAccount(hub, { email: 'mia@sign-up-used.example' })
    expect(await signUp(tokenOf(await signInLinkFor(hub, email)))).toMatchObject(invalid)
  })
})
