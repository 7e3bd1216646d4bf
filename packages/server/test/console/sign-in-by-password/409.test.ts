import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser } from '../../harness/people.ts'

describe('signInByPassword 409', () => {
  it('refuses every password if the operator disabled them', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_SIGNIN: 'passkey' } })
    const credentials = { email: 'mia@hub.example', password: goodPassword }
    expect(await openBrowser(hub).ask('POST', '/console/api/sign-in/password', credentials)).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This hub does not accept passwords. Sign in another way.' },
    })
  })
})
