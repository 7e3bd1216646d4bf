import { describe, expect, it } from 'vitest'
import { openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('signInByLink 410', () => {
  const enter = async (token: string) =>
    openBrowser(await sharedHub()).ask('POST', '/console/api/sign-in/link', { token })
  const invalid = { status: 410, body: { error: 'link_invalid' } }

  it.each(['short', 'a'.repeat(43), `${'a'.repeat(42)}#`])('refuses a token that was made up: %j', async (token) => {
    expect(await enter(token)).toMatchObject(invalid)
  })

  it.each([
    ['', 422],
    [`${'a'.repeat(42)}\u0000`, 400],
  ])('refuses text that no link can hold before it looks for one: %j', async (token, status) => {
    expect((await enter(token)).status).toBe(status)
  })

  it('refuses a link that was used, and one that a newer one replaced', async () => {
    const hub = await sharedHub()
    const { email } = await joinNewAccount(hub, { email: 'mia@dead-link.example' })
    const replaced = tokenOf(await signInLinkFor(hub, email))
    const token = tokenOf(await signInLinkFor(hub, email))
    expect(await enter(replaced)).toMatchObject(invalid)
    expect((await enter(token)).status).toBe(200)
    expect(await enter(token)).toMatchObject(invalid)
  })

  it('refuses an invitation, which stays good', async () => {
    const { token } = await inviteToNewAccount(await sharedHub(), { email: 'tom@dead-link.example' })
    expect(await enter(token)).toMatchObject(invalid)
    const browser = openBrowser(await sharedHub())
    expect((await browser.ask('POST', '/console/api/links/read', { token })).body.kind).toBe('invitation')
  })
})
