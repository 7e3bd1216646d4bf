import { describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser } from '../../harness/people.ts'
import { inviteToNewAccount, joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('signUpByInvitation 409', () => {
  const signUp = (hub: TestHub, token: string) =>
    openBrowser(hub).ask('POST', '/console/api/sign-up', { token, name: 'Mia again', password: goodPassword })
  const isGood = async (hub: TestHub, token: string) =>
    (await openBrowser(hub).ask('POST', '/console/api/links/read', { token })).status === 200

  it('makes no second person of a mail address, and the invitation stays good', async () => {
    const hub = await sharedHub()
    await joinNewAccount(hub, { email: 'mia@sign-up-taken.example' })
    const { token } = await inviteToNewAccount(hub, { email: 'MIA@sign-up-taken.example' })
    expect(await signUp(hub, token)).toMatchObject({
      status: 409,
      body: {
        error: 'mail_taken',
        errors: [
          {
            pointer: '/email',
            code: 'taken',
            fix: 'Sign in first, then open the link again. If you cannot sign in, ask the hub operator.',
          },
        ],
      },
    })
    expect(await isGood(hub, token)).toBe(true)
  })

  it('accepts no password if the operator disabled them', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_SIGNIN: 'passkey' } })
    const { token } = await inviteToNewAccount(hub, { email: 'tom@label.example' })
    expect(await signUp(hub, token)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This hub does not accept passwords. Sign in another way.' },
    })
    expect(await isGood(hub, token)).toBe(true)
  })
})
