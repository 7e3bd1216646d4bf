import { beforeAll, describe, expect, it } from 'vitest'
import { openAuthenticator } from '../../harness/authenticator.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { openBrowser, tokenOf } from '../../harness/people.ts'
import { peopleOrigin } from '../../harness/people-hub.ts'

/** Neither uses up the link. */
describe('setUpHub 422', () => {
  let hub: TestHub
  let token: string
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: peopleOrigin } })
    token = tokenOf(await hub.hub.links.makeSetupLink())
  })
  const setUp = (wayIn: object) =>
    openBrowser(hub).ask('POST', '/console/api/setup', { token, name: 'Mia Blue', email: 'mia@hub.example', ...wayIn })
  const isLinkGood = async () =>
    (await openBrowser(hub).ask('POST', '/console/api/links/read', { token })).status === 200

  it('refuses a password that is easy to guess', async () => {
    const refused = await setUp({ password: 'password1234567' })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: 'password_refused',
        errors: [
          {
            pointer: '/password',
            code: 'too_easy',
            detail: 'The password contains only common words, sequences or your name.',
          },
        ],
      },
    })
    expect(await isLinkGood()).toBe(true)
  })

  it('refuses a passkey that was made at another site', async () => {
    const question = { token, name: 'Mia Blue', email: 'mia@hub.example' }
    const begun = await openBrowser(hub).ask('POST', '/console/api/links/passkey/begin', question)
    const elsewhere = openAuthenticator('https://evil.example').create(begun.body.publicKey)
    const refused = await setUp({ passkey: { label: 'phone', credential: elsewhere } })
    expect(refused).toMatchObject({ status: 422, body: { error: 'passkey_refused' } })
    expect(await isLinkGood()).toBe(true)
  })
})
