import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../harness/people.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('beginOutsideSignIn 409', () => {
  it('redirects to no provider if none is set up', async () => {
    const answer = await openBrowser(await sharedHub()).ask('POST', '/console/api/sign-in/outside/begin', {})
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
