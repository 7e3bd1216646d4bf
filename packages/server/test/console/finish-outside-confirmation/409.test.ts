import { describe, expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('finishOutsideConfirmation 409', () => {
  it('accepts no answer if no provider is set up', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@finish-outside-confirmation.example' })
    const cookie = person.cookie()
    const body = { answer: 'code=1&state=confirm.1' }
    expect(await person.ask('POST', '/console/api/session/confirm/outside', body)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This hub does not accept sign-in with an external provider. Sign in another way.',
      },
    })
    expect(person.cookie()).toBe(cookie)
  })
})
