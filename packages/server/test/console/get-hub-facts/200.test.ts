import { describe, expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { openBrowser, setUpOperator } from '../../harness/people.ts'
import { sharedPeopleHub } from '../../harness/people-hub.ts'

const path = '/console/api/hub'

describe('getHubFacts 200', () => {
  it('shows that a new hub needs its setup, until it has an operator', async () => {
    const hub = await startTestHub({ role: 'api' })
    const before = await openBrowser(hub).ask('GET', path)
    expect(before).toMatchObject({ status: 200 })
    expect(before.body).toEqual({
      name: '127.0.0.1',
      needsSetup: true,
      isEncrypted: true,
      hasPasswords: true,
      hasPasskeys: false,
      outside: null,
    })
    await setUpOperator(hub)
    expect((await openBrowser(hub).ask('GET', path)).body.needsSetup).toBe(false)
  })

  it('names the outside provider, and offers passkeys at an https address with a name', async () => {
    const { hub } = await sharedPeopleHub()
    expect((await openBrowser(hub).ask('GET', path)).body).toMatchObject({
      name: 'music.example',
      isEncrypted: true,
      hasPasswords: true,
      hasPasskeys: true,
      outside: { name: 'Acme' },
    })
  })

  it('leaves out the ways that the operator switched off', async () => {
    const { provider } = await sharedPeopleHub()
    const hub = await startTestHub({
      role: 'api',
      environment: { ...provider.environment, SPINDLE_SIGNIN: 'password' },
    })
    expect((await openBrowser(hub).ask('GET', path)).body).toMatchObject({
      hasPasswords: true,
      hasPasskeys: false,
      outside: null,
    })
  })
})
