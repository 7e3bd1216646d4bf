import { describe, expect, it } from 'vitest'
import { disablePerson, goodPassword, openBrowser } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('signInByPassword 401', () => {
  it('has one answer for a wrong password, an unknown email address and a disabled person', async () => {
    const hub = await sharedHub()
    await joinNewAccount(hub, { email: 'wrong@sign-in-failed.example' })
    await joinNewAccount(hub, { email: 'disabled@sign-in-failed.example' })
    await disablePerson(hub, 'disabled@sign-in-failed.example')
    const browser = openBrowser(hub)
    for (const [email, password] of [
      ['wrong@sign-in-failed.example', 'a wrong password of mine'],
      ['unknown@sign-in-failed.example', goodPassword],
      ['disabled@sign-in-failed.example', goodPassword],
    ]) {
      const { status, body } = await browser.ask('POST', '/console/api/sign-in/password', { email, password })
      const { requestId: _requestId, ...told } = body
      expect({ status, ...told }).toEqual({
        type: expect.stringMatching(/sign_in_failed$/),
        title: 'The email address or password is wrong',
        status: 401,
        error: 'sign_in_failed',
        detail: 'The email address or password is wrong.',
      })
    }
    expect(browser.cookie()).toBeUndefined()
  })
})
