import { describe, expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('beginIdentity 409', () => {
  it('redirects to no provider if none is set up', async () => {
    const person = await joinNewAccount(await sharedHub(), { email: 'mia@begin-identity.example' })
    const answer = await person.ask('POST', '/console/api/me/identities/begin')
    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'This hub does not accept sign-in with an external provider. Sign in another way.',
      },
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})
