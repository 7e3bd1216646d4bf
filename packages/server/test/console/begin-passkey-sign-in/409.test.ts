import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { openBrowser } from '../../harness/people.ts'
import { peopleOrigin } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/console/api/sign-in/passkey/begin'

describe('beginPasskeySignIn 409', () => {
  it('offers no passkeys at an IP address, and gives the reason', async () => {
    expect(await openBrowser(await sharedHub()).ask('POST', path)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining('SPINDLE_PUBLIC_URL') },
    })
  })

  it('offers none if the operator disabled them', async () => {
    const environment = { SPINDLE_SIGNIN: 'password', SPINDLE_PUBLIC_URL: peopleOrigin }
    const hub = await startTestHub({ role: 'api', environment })
    expect(await openBrowser(hub).ask('POST', path)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This hub does not accept passkeys. Sign in another way.' },
    })
  })
})
