import { describe, expect, it } from 'vitest'
import { joinNewAccount, sharedPeopleHub } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/session/confirm/outside/begin'

describe('beginOutsideConfirmation 409', () => {
  it('leads a person who is not connected nowhere', async () => {
    const { hub } = await sharedPeopleHub()
    const person = await joinNewAccount(hub, { email: 'tom@begin-outside-confirmation.example' })
    const answer = await person.ask('POST', path)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'You are not connected with the external provider yet.' },
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('redirects to no provider if none is set up', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@begin-outside-confirmation.example' })
    expect(await person.ask('POST', path)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This hub does not accept sign-in with an external provider. Sign in another way.',
      },
    })
  })
})
