import { describe, expect, it } from 'vitest'
import { openBrowser, signInLinkFor, tokenOf } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('signInByLink 200', () => {
  it('lets a person in who has lost every other way', async () => {
    const hub = await sharedHub()
    const { accountId, email } = await joinNewAccount(hub, { email: 'mia@sign-in-by-link.example' })
    const link = await signInLinkFor(hub, email.toUpperCase())
    expect(link).toMatch(new RegExp(`^${hub.url}/console/sign-in#[\\w-]{43}$`))
    const browser = openBrowser(hub)
    const answer = await browser.ask('POST', '/console/api/sign-in/link', { token: tokenOf(link) })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: { email: 'mia@sign-in-by-link.example' },
        session: { way: 'link', confirmedUntil: expect.any(String) },
        memberships: [{ accountId, role: 'viewer' }],
      },
    })
    expect((await browser.ask('GET', '/console/api/session')).body.session).toEqual(answer.body.session)
    expect(await signInLinkFor(hub, 'unknown@sign-in-by-link.example')).toBeUndefined()
  })
})
