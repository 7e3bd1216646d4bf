import { describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { goodPassword, openBrowser, tokenOf } from '../../harness/people.ts'
import { joinNewAccount } from '../../harness/people-hub.ts'

describe('setUpHub 409', () => {
  const setUp = (hub: TestHub, token: string, email: string) =>
    openBrowser(hub).ask('POST', '/console/api/setup', { token, name: 'Mia Blue', email, password: goodPassword })

  it('refuses a mail address that a person of the hub has, and the link stays good', async () => {
    const hub = await startTestHub({ role: 'api' })
    await joinNewAccount(hub, { email: 'tom@label.example' })
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    expect(await setUp(hub, token, 'TOM@label.example')).toMatchObject({
      status: 409,
      body: { error: 'mail_taken', errors: [{ pointer: '/email', code: 'taken' }] },
    })
    expect((await openBrowser(hub).ask('GET', '/console/api/hub')).body.needsSetup).toBe(true)
    expect((await setUp(hub, token, 'mia@label.example')).status).toBe(200)
  })

  it('refuses a password if passwords are disabled', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_SIGNIN: 'passkey' } })
    const token = tokenOf(await hub.hub.links.makeSetupLink())
    expect(await setUp(hub, token, 'mia@hub.example')).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: 'This hub does not accept passwords. Sign in another way.' },
    })
    expect((await openBrowser(hub).ask('GET', '/console/api/hub')).body.needsSetup).toBe(true)
  })
})
